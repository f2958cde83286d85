-- Returns, in order, what is wanted by the postings that kernel.post_reservations may post; null if there are none.
-- Such a posting happens now, isn't limited to locations, has new demands of sales orders, and for each of them one
-- line that reserves all it wants at any location or at an active one. Lines that release excess reservations are
-- allowed, because a new demand has none. Locks the locations, then the products.
create or replace function kernel.plain_reservations(p_org_id uuid, p_postings jsonb, p_results jsonb) returns kernel.reservation[]
language plpgsql as $$
declare
  asked kernel.reservation[];
begin
  -- Read before they are joined: with the posting in each row, an order of 1,000 lines wrote 1.3 GB of temporary files.
  with lines as materialized (
    select p.no as posting_no, r.no as entry_no, r.document_line_id, r.product_id, r.from_location_id,
      coalesce(r.up_to and r.quantity is null and (r.from_account, r.to_account) = ('available', 'reserved'), false) as reserves,
      coalesce(r.up_to and r.quantity is null and (r.from_account, r.to_account) = ('reserved', 'available'), false) as gives_back
    from jsonb_array_elements(p_postings) with ordinality as p (posting, no)
    cross join lateral rows from (jsonb_to_recordset(p.posting -> 'lines') as (document_line_id uuid, product_id uuid, from_account text,
      from_location_id uuid, to_account text, quantity numeric, up_to boolean)) with ordinality
      as r (document_line_id, product_id, from_account, from_location_id, to_account, quantity, up_to, no)
    where p_results -> (p.no - 1)::integer = 'null' and p.posting ->> 'happened_at' is null
      and p.posting ->> 'reverses_posting_id' is null and kernel.posting_locations(p.posting) is null
  ), demands as materialized (
    select p.no as posting_no, w.document_line_id, w.document_id, w.product_id, w.location_id, w.wanted,
      w.document_kind = 'sales_order' and w.wanted > 0 and w.wanted < 1e11 and w.placed_at is null and not coalesce(w.settles or w.relocates, false)
        as is_plain
    from jsonb_array_elements(p_postings) with ordinality as p (posting, no)
    cross join lateral jsonb_to_recordset(p.posting -> 'demands') as w (document_line_id uuid, document_kind text, document_id uuid, product_id uuid,
      location_id uuid, wanted numeric, placed_at timestamptz, settles boolean, relocates boolean)
  )
  select array_agg(row(l.posting_no, l.entry_no, l.document_line_id, l.document_id, l.product_id, l.location_id, l.wanted, null)::kernel.reservation
    order by l.posting_no, l.entry_no)
  into asked
  from (
    select i.posting_no, i.entry_no, i.reserves, d.document_line_id, d.document_id, d.product_id, d.location_id, d.wanted,
      bool_and(i.gives_back or i.reserves and d.is_plain and i.from_location_id is not distinct from d.location_id) over posting as is_plain,
      count(d.document_line_id) filter (where i.reserves) over posting = max(n.count) over posting as is_complete
    from lines i
    left join demands d on d.posting_no = i.posting_no and d.document_line_id = i.document_line_id and d.product_id = i.product_id
    left join (select posting_no, count(*) from demands group by posting_no) n on n.posting_no = i.posting_no
    window posting as (partition by i.posting_no)
  ) l
  where l.is_plain and l.is_complete and l.reserves;

  perform 1 from locations
  where org_id = p_org_id and id = any (array(select distinct a.location_id from unnest(asked) as a where a.location_id is not null))
  order by id for key share;
  perform 1 from products
  where org_id = p_org_id and id = any (array(select distinct a.product_id from unnest(asked) as a))
  order by id for key share;

  return (
    select array_agg(row(a.posting_no, a.entry_no, a.document_line_id, a.document_id, a.product_id, a.location_id, a.wanted, a.unit_cost)
      ::kernel.reservation order by a.posting_no, a.entry_no)
    from (
      select a.posting_no, a.entry_no, a.document_line_id, a.document_id, a.product_id, a.location_id, a.wanted,
        coalesce(p.cost_price, 0) as unit_cost, bool_and(p.id is not null and a.wanted = trunc(a.wanted, p.quantity_decimals)
        and (a.location_id is null or o.id is not null) and d.document_line_id is null) over (partition by a.posting_no) as is_possible
      from unnest(asked) as a
      left join products p on p.org_id = p_org_id and p.id = a.product_id and p.archived_at is null
      left join locations o on o.org_id = p_org_id and o.id = a.location_id and o.is_active and o.hidden_at is null
      left join stock_demands d on d.org_id = p_org_id and d.document_line_id = a.document_line_id
    ) a
    where a.is_possible);
end $$;
