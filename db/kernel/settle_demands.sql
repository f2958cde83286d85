-- After the walk: demands that came with `settles` want no more than they have, what was fulfilled and what is committed. A document
-- that is closed takes goods back without wanting them again: the demand cannot say so before the walk, because until then it has more.
-- Answers what this takes from what products are backordered (sales lines only, by product id), or null.
create or replace function kernel.settle_demands(p_org_id uuid, p_demands jsonb) returns jsonb
language plpgsql as $$
declare
  settled record;
  backordered jsonb;
begin
  for settled in
    select d.document_line_id, d.document_kind, d.product_id, d.wanted, d.fulfilled + coalesce((
        select sum(c.quantity) from stock_commitments c
        where c.org_id = d.org_id and c.document_line_id = d.document_line_id), 0) as has
    from stock_demands d
    where d.org_id = p_org_id and d.document_line_id in (
      select (i.item ->> 'document_line_id')::uuid from jsonb_array_elements(p_demands) as i (item) where (i.item ->> 'settles')::boolean)
    order by d.document_line_id
  loop
    continue when settled.has >= settled.wanted;
    update stock_demands set wanted = settled.has where org_id = p_org_id and document_line_id = settled.document_line_id;
    if settled.document_kind = 'sales_order' then
      backordered := kernel.add_to(backordered, settled.product_id, settled.has - settled.wanted);
    end if;
  end loop;
  return backordered;
end $$;
