-- What concerns a product or a location as a whole, wherever its goods are, is refused to members who are limited to
-- locations: whether it can be done would tell them of the others. Refuses forbidden, with `limited`.
create or replace function kernel.require_all_locations() returns void
language plpgsql stable as $$
begin
  if app.location_ids() is not null then
    perform kernel.refuse('forbidden', '{"limited": true}');
  end if;
end $$;
