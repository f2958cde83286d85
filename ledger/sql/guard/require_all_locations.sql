-- Refuses members who are limited to locations if something concerns a product or location everywhere: the answer would
-- tell them about the other locations. Refuses forbidden, with `limited`.
create or replace function kernel.require_all_locations() returns void
language plpgsql stable as $$
begin
  if app.location_ids() is not null then
    perform kernel.refuse('forbidden', '{"limited": true}');
  end if;
end $$;
