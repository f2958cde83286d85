-- The uuids under one key of an array of objects.
create or replace function kernel.uuids_of(p_items jsonb, p_key text) returns uuid[]
language plpgsql immutable as $$
begin
  return (select coalesce(array_agg(distinct (i.item ->> p_key)::uuid), '{}') from jsonb_array_elements(p_items) as i (item));
end $$;
