-- Registers what document lines want, or changes it: `wanted` replaces what was wanted before; kind, document and product of a known
-- line stay, its place, too, unless it comes with `relocates` (then what is committed elsewhere must be given back in the same posting:
-- kernel.overcommitted). Demand rows that exist are locked by the caller. Answers what this adds to what products are backordered (sales
-- lines only, by product id) and the refusals: not_found (product), invalid_quantity, too_many_decimals, invalid_posting (a known line
-- of another document), exceeds_demand (less than was shipped or received; less than is reserved is checked after the walk).
-- A demand that `settles` keeps what it wanted until the walk is over (kernel.settle_demands) and must be known.
create or replace function kernel.write_demands(p_org_id uuid, p_demands jsonb, out backordered jsonb, out refusals jsonb)
language plpgsql as $$
declare
  asked record;
  known stock_demands;
  decimals integer;
  problem text;
begin
  backordered := '{}';
  refusals := '[]';
  for asked in
    select * from jsonb_to_recordset(p_demands) as d (document_line_id uuid, document_kind text, document_id uuid, product_id uuid,
      location_id uuid, wanted numeric, placed_at timestamptz, settles boolean, relocates boolean)
    order by document_line_id
  loop
    decimals := (select quantity_decimals from products where org_id = p_org_id and id = asked.product_id);
    select * into known from stock_demands where org_id = p_org_id and document_line_id = asked.document_line_id;
    if asked.settles and asked.wanted is null then
      asked.wanted := known.wanted;
    end if;
    problem := case
      when decimals is null then 'not_found'
      when asked.wanted is null or not (asked.wanted >= 0 and asked.wanted < 1e11) then 'invalid_quantity'
      when asked.wanted <> trunc(asked.wanted, decimals) then 'too_many_decimals'
      when (known.document_kind, known.document_id, known.product_id) <> (asked.document_kind, asked.document_id, asked.product_id)
        then 'invalid_posting'
      when known.fulfilled > asked.wanted then 'exceeds_demand' end;
    if problem is not null then
      refusals := refusals || jsonb_build_object('code', problem, 'detail', jsonb_build_object('document_line_id', asked.document_line_id,
        'product_id', asked.product_id, 'wanted', asked.wanted, 'fulfilled', known.fulfilled, 'decimals', decimals));
      continue;
    end if;

    insert into stock_demands (org_id, document_line_id, document_kind, document_id, product_id, location_id, wanted, placed_at)
    values (p_org_id, asked.document_line_id, asked.document_kind, asked.document_id, asked.product_id, asked.location_id, asked.wanted,
      coalesce(asked.placed_at, clock_timestamp()))
    on conflict (org_id, document_line_id) do update
    set wanted = excluded.wanted, location_id = case when asked.relocates then excluded.location_id else stock_demands.location_id end;
    if asked.document_kind = 'sales_order' then
      backordered := kernel.add_to(backordered, asked.product_id, asked.wanted - coalesce(known.wanted, 0));
    end if;
  end loop;
end $$;
