-- Refuses forbidden to a limited member if a document also concerns other locations (app.concerns_other_locations):
-- members can't change what they don't see, and a document is changed as a whole.
create or replace function app.require_whole_document(p_org_id uuid, p_part text, p_id uuid) returns void
language plpgsql stable as $$
begin
  if app.concerns_other_locations(p_org_id, p_part, p_id) then
    perform kernel.refuse('forbidden', '{"limited": true}');
  end if;
end $$;
