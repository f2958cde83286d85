-- Returns the demands of new postings as one array; null if there are none. A demand is
-- {document_line_id, document_kind, document_id, product_id, location_id?, wanted, placed_at?, settles?, relocates?}
create or replace function kernel.read_demands(p_postings jsonb, p_results jsonb) returns kernel.demand[]
language plpgsql immutable as $$
begin
  return (
    select array_agg(d order by p.no, i.no)
    from jsonb_array_elements(p_postings) with ordinality as p (posting, no)
    cross join lateral jsonb_array_elements(p.posting -> 'demands') with ordinality as i (item, no)
    cross join lateral jsonb_populate_record(null::kernel.demand, i.item) as d
    where p_results -> (p.no - 1)::integer = 'null');
end $$;
