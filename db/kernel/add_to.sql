-- Adds a number to a map of numbers by product.
create or replace function kernel.add_to(p_map jsonb, p_product_id uuid, p_number numeric) returns jsonb
language sql immutable as $$
  select coalesce(p_map, '{}') || jsonb_build_object(p_product_id::text, coalesce((p_map ->> p_product_id::text)::numeric, 0) + p_number)
$$;
