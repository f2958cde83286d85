-- Ends every membership of the transaction's own user, whose account is being deleted. Returns false, and ends none, if
-- an organization with other members would have no owner. The organizations are locked, so no other owner can leave at
-- the same moment; rows that refer to them don't wait for this lock. Security definer, because
-- row-level security shows the app one organization at a time.
create or replace function app.leave_organizations(p_user_id uuid) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if p_user_id::text is distinct from current_setting('app.user_id', true) then
    perform kernel.refuse('not_found', '{}');
  end if;
  perform from organizations o
  where o.org_id in (select m.org_id from members m where m.user_id = p_user_id)
  order by o.org_id for no key update;
  if exists (
    select from members m
    where m.user_id = p_user_id and m.role = 'owner'
      and exists (select from members other where other.org_id = m.org_id and other.user_id <> p_user_id)
      and not exists (
        select from members other where other.org_id = m.org_id and other.user_id <> p_user_id and other.role = 'owner')
  ) then
    return false;
  end if;
  delete from members m where m.user_id = p_user_id;
  return true;
end $$;
