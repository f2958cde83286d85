-- Whether the organization has sums for members limited to locations (docs/decisions/0210). The lock, which writers
-- share until they commit, lets kernel.keep_location_sets add up the stock while nothing is being written.
create or replace function kernel.keeps_location_sets(p_org_id uuid) returns boolean
language plpgsql as $$
begin
  if pg_advisory_xact_lock_shared(kernel.location_sets_lock(p_org_id)) is null then
    return false;
  end if;
  return exists (select from public.location_sets where org_id = p_org_id);
end $$;
