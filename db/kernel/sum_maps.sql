-- Two maps of numbers by product, added; null when both are.
create or replace function kernel.sum_maps(p_one jsonb, p_other jsonb) returns jsonb
language plpgsql immutable as $$
begin
  if p_one is null or p_other is null then
    return coalesce(p_one, p_other);
  end if;
  return (
    select jsonb_object_agg(product_id, total)
    from (
      select e.key as product_id, sum(e.value::numeric) as total
      from (select * from jsonb_each_text(p_one) union all select * from jsonb_each_text(p_other)) e
      group by e.key
    ) s);
end $$;
