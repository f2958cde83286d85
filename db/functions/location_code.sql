-- Returns the text of the code on a location's label: "LOC-" and eight hexadecimal digits. It follows from the id
-- alone, so it is the same after the location is renamed. Of a hash, because ids that callers choose can differ in a
-- few digits only.
create or replace function app.location_code(p_id uuid) returns text
language sql immutable parallel safe as $$
  select 'LOC-' || upper(left(encode(sha256(uuid_send(p_id)), 'hex'), 8))
$$;
