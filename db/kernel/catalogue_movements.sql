-- The movements of a whole catalogue between the beginning of a month and a moment (kernel.span_of), for kernel.products_as_of and
-- kernel.levels_as_of. What was recorded then lies together in the table and is found by a block index; what happened then is found by the
-- indexes by type and moment, and its few other legs by theirs. No plain index scans: one that skips from product to product costs eight times
-- as much.
create or replace function kernel.catalogue_movements(p_org_id uuid, p_basis text, p_border timestamptz, p_at timestamptz)
returns setof public.stock_movements
language plpgsql stable set enable_indexscan = off set enable_indexonlyscan = off as $$
declare
  span text := kernel.span_of(p_basis, p_border, p_at);
begin
  return query execute case p_basis
    when 'recorded' then 'select m.* from public.stock_movements m where m.org_id = $1 and ' || span
    else 'select m.* from public.stock_movements m where m.org_id = $1 and m.is_entry and m.type in (''in'', ''out'', ''commitment'') and ' || span
      || ' union all select m.* from public.stock_movements m
        where m.org_id = $1 and m.is_entry and m.type in (''opening'', ''adjustment'', ''transfer'') and ' || span
      || ' union all select m.* from public.stock_movements m where m.org_id = $1 and not m.is_entry and ' || span end
  using p_org_id, p_border, p_at;
end $$;
