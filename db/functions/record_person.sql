-- Records each name and address that a member has had in their organization, for the audit trail (trigger on profiles).
-- Ignores updates that change neither.
create or replace function app.record_person() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_salt bytea := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
begin
  if tg_op = 'UPDATE' and (old.email, old.username) = (new.email, new.username) then
    return null;
  end if;
  insert into audit_people (org_id, user_id, email, username, salt, digest)
  values (new.org_id, new.user_id, new.email, new.username, v_salt, sha256(v_salt || convert_to(new.email || E'\n' || new.username, 'UTF8')));
  return null;
end $$;
