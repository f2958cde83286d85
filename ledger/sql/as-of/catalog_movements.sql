-- Returns, as text for a from clause, the movements `m` of a whole catalog between the beginning of a month ($2) and a
-- moment ($3; kernel.movement_period). kernel.products_as_of and kernel.catalog_levels_as_of include it in their
-- statements, so that it runs in as many processes as they use. Movements recorded then are next to each other in the
-- table and are found by a block index; those that happened then are found by the indexes by type and time, and the few
-- that don't represent an entry by an index of their own. Run it without plain index scans: one that skips from product
-- to product costs eight times as much.
create or replace function kernel.catalog_movements(p_basis text, p_border timestamptz, p_at timestamptz) returns text
language plpgsql stable as $$
declare
  span text := kernel.movement_period(p_basis, p_border, p_at);
begin
  return case p_basis
    when 'recorded' then '(select m.* from public.stock_movements m where m.org_id = $1 and ' || span || ')'
    else '(select m.* from public.stock_movements m where m.org_id = $1 and m.is_entry and m.type in (''in'', ''out'', ''commitment'') and ' || span
      || ' union all select m.* from public.stock_movements m
        where m.org_id = $1 and m.is_entry and m.type in (''opening'', ''adjustment'', ''transfer'') and ' || span
      || ' union all select m.* from public.stock_movements m where m.org_id = $1 and not m.is_entry and ' || span || ')' end;
end $$;
