-- Writes a user's current address into their profile in every organization. Security definer, because row-level
-- security shows the app one organization at a time; the address always comes from auth.users. Only for the
-- transaction's own user.
create or replace function app.follow_email(p_user_id uuid) returns integer
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  with followed as (
    update public.profiles p set email = u.email
    from auth.users u
    where u.id = p_user_id and p.user_id = u.id and p_user_id::text = current_setting('app.user_id', true)
    returning 1)
  select count(*)::integer from followed;
end;
