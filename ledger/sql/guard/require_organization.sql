-- Called first by every public function of the ledger: the requested organization must be the session's own. Security
-- definer functions see every organization's rows, so this check replaces row-level security. Refuses not_found, as if
-- the organization didn't exist.
create or replace function kernel.require_organization(p_org_id uuid) returns void
language plpgsql stable as $$
begin
  if p_org_id is null or p_org_id::text is distinct from current_setting('app.org_id', true) then
    perform kernel.refuse('not_found', '{}');
  end if;
end $$;
