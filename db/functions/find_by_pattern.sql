-- The part of app.find_records that uses the trigram indexes: products whose name and SKU contain every word, orders
-- and shipments by any part of their numbers, with the records that belong to them, and postings by the words in their
-- notes. Reads at most 150 rows of each index, so a very common text costs no more than a rare one. Three letters are
-- only searched for at the end of numbers, where people know them. A text that can't be a number, tracking number or
-- word isn't searched for at all. p_numbers: the parts of order numbers that the text can be
-- (contract/order-numbers.ts), the likeliest first; empty if it can't be one. p_document and p_document_no: it names a
-- receipt or shipment of that number. The planner has only search indexes to choose from, so each statement is planned
-- once: with the words in the statement, planning took longer than the search.
-- One function because it is one statement: a part for each index, and the records that belong to what they find.
create or replace function app.find_by_pattern(
  p_org_id uuid, p_text text, p_numbers text[], p_document text, p_document_no integer, p_kinds text[], p_limit integer)
returns table (kind text, id uuid, rank integer)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
declare
  v_limited constant boolean := app.location_ids() is not null;
  v_patterns constant text[] := app.search_patterns(p_text);
  -- The longest word comes first; fewer letters have no trigram. Each pattern has two wildcards.
  v_long constant boolean := length(v_patterns[1]) >= 5;
  v_is_number constant boolean := cardinality(p_numbers) > 0;
  v_is_short constant boolean := v_is_number and length(p_numbers[1]) = 3;
  v_begins constant text[] := array(select number || '%' from unnest(p_numbers) as number);
  v_ends constant text[] := array(select '%' || number from unnest(p_numbers) as number);
  v_inside constant text[] := case when v_is_short then v_ends else array(select '%' || number || '%' from unnest(p_numbers) as number) end;
  -- Sales orders are indexed with their customers on further lines.
  v_sales_like constant text[] := case when v_is_short then array(select '%' || number || E'\n%' from unnest(p_numbers) as number) else v_inside end;
  v_parts text[];
  v_sales uuid[] := '{}';
  v_purchases uuid[] := '{}';
  v_words constant text[] := app.search_words(case when v_is_number then p_numbers[1] else p_text end);
  v_period constant integer := floor(extract(epoch from now() at time zone 'UTC') / 2764800)::integer;
begin
  perform kernel.require_organization(p_org_id);

  if 'product' = any (p_kinds) and v_long then
    v_parts := app.indexed_parts(v_patterns);
    return query
      select 'product', f.id, 3
      from (
        select p.id, p.name_sort from products p
        where p.org_id = p_org_id and p.archived_at is null
          and p.search_text like v_parts[1] and p.search_text like v_parts[2] and p.search_text like v_parts[3] and p.search_text like v_parts[4]
          and app.folded(p.name_sort || E'\n' || p.sku_sort) like all (v_patterns)
        limit 150) f
      order by f.name_sort, f.id limit p_limit;
  end if;

  if v_is_number and p_kinds && '{sales_order,shipment}' and p_numbers[1] !~ '^p' then
    v_sales := array(
      select f.id from (
        select o.id, o.order_date, lower(o.order_number) as number from sales_orders o
        where o.org_id = p_org_id and o.search_text like any (v_sales_like)
          and (not v_limited or o.location_id is null or o.location_id = any (app.location_ids()))
        limit 150) f
      where f.number like any (v_inside)
      order by case when f.number = any (p_numbers) then 0 when f.number like any (v_ends || v_begins) then 1 else 3 end,
        f.order_date desc, f.id desc
      limit p_limit);
    if 'sales_order' = any (p_kinds) then
      return query
        select 'sales_order', o.id, case when lower(o.order_number) = any (p_numbers) then 0
          when lower(o.order_number) like any (v_ends || v_begins) then 1 else 3 end
        from unnest(v_sales) with ordinality as f (id, no) join sales_orders o on o.org_id = p_org_id and o.id = f.id order by f.no;
    end if;
    if 'shipment' = any (p_kinds) and v_sales <> '{}' then
      return query
        select 'shipment', s.id, case when p_document_no is null then 2 else 0 end from unnest(v_sales) with ordinality as f (id, no)
        join shipments s on s.org_id = p_org_id and s.sales_order_id = f.id and s.taken_back_at is null
          and (p_document_no is null or p_document = 'shipment' and s.shipment_no = p_document_no)
        where not v_limited or exists (select from limited.shipments v where v.org_id = s.org_id and v.id = s.id)
        order by f.no, s.shipment_no desc limit p_limit;
    end if;
  end if;

  if v_is_number and p_kinds && '{purchase_order,receipt}' and p_numbers[1] !~ '^s' then
    v_purchases := array(
      select o.id from (
        select x.org_id, x.id, x.created_at, lower(x.order_number) as number from purchase_orders x
        where x.org_id = p_org_id and lower(x.order_number) like any (v_inside)
        limit 150) o
      where not v_limited or exists (select from limited.purchase_orders v where v.org_id = o.org_id and v.id = o.id)
      order by case when o.number = any (p_numbers) then 0 when o.number like any (v_ends || v_begins) then 1 else 3 end,
        o.created_at desc, o.id desc
      limit p_limit);
    if 'purchase_order' = any (p_kinds) then
      return query
        select 'purchase_order', o.id, case when lower(o.order_number) = any (p_numbers) then 0
          when lower(o.order_number) like any (v_ends || v_begins) then 1 else 3 end
        from unnest(v_purchases) with ordinality as f (id, no) join purchase_orders o on o.org_id = p_org_id and o.id = f.id order by f.no;
    end if;
    if 'receipt' = any (p_kinds) and v_purchases <> '{}' then
      return query
        select 'receipt', r.id, case when p_document_no is null then 2 else 0 end from unnest(v_purchases) with ordinality as f (id, no)
        join receipts r on r.org_id = p_org_id and r.purchase_order_id = f.id
          and (p_document_no is null or p_document = 'receipt' and r.receipt_no = p_document_no)
        where not v_limited or exists (select from limited.receipts v where v.org_id = r.org_id and v.id = r.id)
        order by f.no, r.receipt_no desc limit p_limit;
    end if;
  end if;

  if 'shipment' = any (p_kinds) and v_long and p_text ~ '[0-9]' then
    return query
      select 'shipment', s.id, case when s.tracking_sort = p_text then 0 else 1 end
      from (
        select x.org_id, x.id, x.created_at, x.tracking_sort from shipments x
        where x.org_id = p_org_id and x.tracking_sort like '%' || regexp_replace(p_text, '([\\%_])', '\\\1', 'g') || '%' and x.taken_back_at is null
        limit 150) s
      where not v_limited or exists (select from limited.shipments v where v.org_id = s.org_id and v.id = s.id)
      order by s.tracking_sort <> p_text, s.created_at desc limit p_limit;
  end if;

  -- Only notes of the last four months, and no words whose beginning is very common.
  if 'transaction' = any (p_kinds) and cardinality(v_words) > 0 and (v_is_number or (select min(length(w)) from unnest(v_words) as w) >= 3) then
    return query
      select 'transaction', f.id, 2
      from (
        select s.id, s.happened_at
        from (
          select p.*, to_tsvector('simple', regexp_replace(left(
            coalesce(p.notes, '') || ' ' || coalesce(p.metadata ->> 'purchase_order_number', p.metadata ->> 'sales_order_number', '') || ' '
              || regexp_replace(coalesce(p.metadata ->> 'entry_notes', ''), '\\.', ' ', 'g'), 200000), '[^[:alnum:]]+', ' ', 'g')) as words
          from stock_postings p
          where p.notes is not null or p.metadata ?| array['purchase_order_number', 'sales_order_number', 'entry_notes']) s
        where s.org_id = p_org_id and floor(extract(epoch from s.happened_at at time zone 'UTC') / 2764800)::integer = any (
            array[v_period, v_period - 1, v_period - 2, v_period - 3])
          and s.words @@ app.words_query(v_words)
        limit 150) f
      where not v_limited or exists (select from limited.stock_postings v where v.org_id = p_org_id and v.id = f.id)
      order by f.happened_at desc, f.id desc limit p_limit;
  end if;
end $$;
