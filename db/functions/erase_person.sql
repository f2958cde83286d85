-- Erases the names and addresses of a deleted account from every audit trail (trigger on auth.users). Their digests stay, so that seals stay valid;
-- without the salt nothing can be compared with them.
create or replace function app.erase_person() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update audit_people set email = null, username = null, salt = null, erased_at = clock_timestamp()
  where user_id = old.id and erased_at is null;
  return null;
end $$;
