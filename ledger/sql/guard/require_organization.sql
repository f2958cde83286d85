-- Every public function of the ledger begins with this: the organization it is asked to work for must be the
-- session's own. Security definer functions see every organization's rows, so this check stands where row-level
-- security does elsewhere. Refuses not_found, as it would if there were no such organization.
create or replace function kernel.require_organization(p_org_id uuid) returns void
language plpgsql stable as $$
begin
  if p_org_id is null or p_org_id::text is distinct from current_setting('app.org_id', true) then
    perform kernel.refuse('not_found', '{}');
  end if;
end $$;
