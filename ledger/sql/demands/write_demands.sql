-- Registers or changes what document lines want: `wanted` replaces the previous value. An existing line keeps its kind,
-- document and product, and its location unless the demand has `relocates` (then units committed elsewhere must be
-- released in the same posting: kernel.overcommitted_demands). The caller has locked existing demand rows. Returns how
-- much this adds to the products' backordered quantities (sales lines only), and the refusals: not_found (product),
-- invalid_quantity, too_many_decimals, invalid_posting (an existing line of another document), forbidden (a location
-- that isn't the member's, except of a transfer: its lines are checked), exceeds_demand (less than was shipped or
-- received; less than is reserved is checked after the lines, and a closed location in kernel.closed_demands). A demand
-- that `settles` keeps its quantity until the lines were applied (kernel.settle_demands) and must exist.
create or replace function kernel.write_demands(p_org_id uuid, p_demands kernel.demand[], out backorders kernel.backorder[], out refusals jsonb)
language plpgsql as $$
begin
  with asked as (
    select d.*, p.name as product, p.quantity_decimals as decimals, case
        when p.id is null then 'not_found'
        when d.wanted is null or not (d.wanted >= 0 and d.wanted < 1e11) then 'invalid_quantity'
        when d.wanted <> trunc(d.wanted, p.quantity_decimals) then 'too_many_decimals'
        when not d.is_same then 'invalid_posting'
        when d.document_kind <> 'transfer' and d.location_id <> all (app.location_ids()) then 'forbidden'
        when d.fulfilled > d.wanted then 'exceeds_demand' end as problem
    from (
      -- If a line occurs twice, the last one with a quantity counts.
      select distinct on (i.document_line_id) i.document_line_id, i.document_kind, i.document_id, i.product_id, i.placed_at,
        coalesce(i.wanted, case when i.settles then known.wanted end) as wanted,
        case when i.relocates or known.document_line_id is null then i.location_id else known.location_id end as location_id,
        known.wanted as wanted_before, known.fulfilled,
        (known.document_kind, known.document_id, known.product_id) = (i.document_kind, i.document_id, i.product_id) as is_same
      from unnest(p_demands) with ordinality as i
      left join stock_demands known on known.org_id = p_org_id and known.document_line_id = i.document_line_id
      order by i.document_line_id, i.wanted is null, i.ordinality desc
    ) d
    left join products p on p.org_id = p_org_id and p.id = d.product_id
  ), written as (
    insert into stock_demands (org_id, document_line_id, document_kind, document_id, product_id, location_id, wanted, placed_at)
    select p_org_id, a.document_line_id, a.document_kind, a.document_id, a.product_id, a.location_id, a.wanted,
      coalesce(a.placed_at, app.now())
    from asked a
    where a.problem is null
    on conflict (org_id, document_line_id) do update set wanted = excluded.wanted, location_id = excluded.location_id
  )
  select array(
      select row(a.product_id, a.wanted - coalesce(a.wanted_before, 0))::kernel.backorder
      from asked a
      where a.problem is null and a.document_kind = 'sales_order'),
    coalesce((
      select jsonb_agg(jsonb_build_object('code', a.problem, 'detail', jsonb_build_object('document_line_id', a.document_line_id,
        'product_id', a.product_id, 'product', a.product, 'wanted', a.wanted, 'fulfilled', a.fulfilled, 'decimals', a.decimals)) order by a.document_line_id)
      from asked a
      where a.problem is not null), '[]')
  into backorders, refusals;
end $$;
