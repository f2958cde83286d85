-- The part of app.find_records that asks the trigram indexes: products whose name and SKU contain every word, orders and shipments by any part of their
-- numbers, with what belongs to these, and postings by the words of their notes. At most three hundred rows of each index, so that a text that very many
-- contain costs no more than a rare one; three letters are asked for at the end of numbers only, where people know them.
-- The words are spelt out in each statement, so that the planner sees them; nothing but a search index is left to it.
create or replace function app.find_by_pattern(p_org_id uuid, p_text text, p_kinds text[], p_limit integer)
returns table (kind text, id uuid, rank integer)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
declare
  v_limited constant boolean := app.location_ids() is not null;
  v_patterns constant text[] := app.search_patterns(p_text);
  -- The longest word is the first; of fewer letters none has a trigram. Each pattern has two wildcards.
  v_long constant boolean := length(v_patterns[1]) >= 5;
  -- A number, or a part of one: only such texts are looked for in numbers, all of which contain "so-".
  v_numbers constant boolean := p_text ~ '[0-9]' and length(v_patterns[1]) >= 5;
  v_number_like text;
  v_sales uuid[] := '{}';
  v_purchases uuid[] := '{}';
  v_period integer := floor(extract(epoch from now() at time zone 'UTC') / 2764800)::integer;
begin
  perform kernel.require_organization(p_org_id);

  if 'product' = any (p_kinds) and v_long then
    return query execute format(
      'select ''product''::text, f.id, 3 from (
         select p.id, p.name_sort from products p where p.org_id = %L and p.archived_at is null and %s limit 300) f
       order by f.name_sort, f.id limit %s', p_org_id, app.product_search_conditions(v_patterns, true), p_limit);
  end if;

  if v_numbers and p_kinds && '{sales_order,shipment}' then
    select string_agg(format('o.search_text%s like %L', case when length(pattern) < 5 then ' || ''''' end, pattern), ' and ')
    into v_number_like from unnest(v_patterns) as pattern;
    if length(p_text) = 3 then
      v_number_like := format('o.search_text like %L', '%' || p_text || E'\n%');
    end if;
    execute format(
      'select coalesce(array_agg(f.id order by f.rank, f.order_date desc, f.id desc), ''{}'') from (
         select o.id, o.order_date, case when lower(o.order_number) = %2$L then 0 when lower(o.order_number) like %3$L then 1 else 3 end as rank
         from (select * from sales_orders o where o.org_id = %1$L and %4$s %5$s limit 300) o) f',
      p_org_id, p_text, '%' || replace(replace(replace(p_text, '\', '\\'), '%', '\%'), '_', '\_'), v_number_like,
      case when v_limited then 'and (o.location_id is null or o.location_id = any (app.location_ids()))' end)
    into v_sales;
    v_sales := v_sales[:p_limit];
  end if;
  if 'sales_order' = any (p_kinds) then
    return query
      select 'sales_order', o.id, case when lower(o.order_number) = p_text then 0
        when right(lower(o.order_number), length(p_text)) = p_text or starts_with(lower(o.order_number), p_text) then 1 else 3 end
      from unnest(v_sales) with ordinality as f (id, no) join sales_orders o on o.org_id = p_org_id and o.id = f.id order by f.no;
  end if;

  if v_numbers and p_kinds && '{purchase_order,receipt}' then
    select string_agg(format('lower(o.order_number)%s like %L', case when length(pattern) < 5 then ' || ''''' end, pattern), ' and ')
    into v_number_like from unnest(v_patterns) as pattern;
    if length(p_text) = 3 then
      v_number_like := format('lower(o.order_number) like %L', '%' || p_text);
    end if;
    execute format(
      'select coalesce(array_agg(f.id order by f.rank, f.created_at desc, f.id desc), ''{}'') from (
         select o.id, o.created_at, case when lower(o.order_number) = %2$L then 0 when lower(o.order_number) like %3$L then 1 else 3 end as rank
         from (select * from purchase_orders o where o.org_id = %1$L and %4$s limit 300) o %5$s) f',
      p_org_id, p_text, '%' || replace(replace(replace(p_text, '\', '\\'), '%', '\%'), '_', '\_'), v_number_like,
      case when v_limited then 'where exists (select from limited.purchase_orders v where v.org_id = o.org_id and v.id = o.id)' end)
    into v_purchases;
    v_purchases := v_purchases[:p_limit];
  end if;
  if 'purchase_order' = any (p_kinds) then
    return query
      select 'purchase_order', o.id, case when lower(o.order_number) = p_text then 0
        when right(lower(o.order_number), length(p_text)) = p_text or starts_with(lower(o.order_number), p_text) then 1 else 3 end
      from unnest(v_purchases) with ordinality as f (id, no) join purchase_orders o on o.org_id = p_org_id and o.id = f.id order by f.no;
  end if;

  if 'receipt' = any (p_kinds) then
    return query
      select 'receipt', r.id, 2 from unnest(v_purchases) with ordinality as f (id, no)
      join receipts r on r.org_id = p_org_id and r.purchase_order_id = f.id
      where not v_limited or exists (select from limited.receipts v where v.org_id = r.org_id and v.id = r.id)
      order by f.no, r.receipt_no desc limit p_limit;
  end if;

  if 'shipment' = any (p_kinds) and v_numbers then
    return query execute format(
      'select ''shipment''::text, s.id, case when s.tracking_sort = %2$L then 0 else 1 end
       from (select * from shipments s where s.org_id = %1$L and s.taken_back_at is null and %3$s limit 300) s %4$s
       order by s.tracking_sort <> %2$L, s.created_at desc limit %5$s', p_org_id, p_text,
      (select string_agg(format('s.tracking_sort%s like %L', case when length(pattern) < 5 then ' || ''''' end, pattern), ' and ')
        from unnest(v_patterns) as pattern),
      case when v_limited then 'where exists (select from limited.shipments v where v.org_id = s.org_id and v.id = s.id)' end, p_limit);
    return query
      select 'shipment', s.id, 2 from unnest(v_sales) with ordinality as f (id, no)
      join shipments s on s.org_id = p_org_id and s.sales_order_id = f.id and s.taken_back_at is null
      where not v_limited or exists (select from limited.shipments v where v.org_id = s.org_id and v.id = s.id)
      order by f.no, s.shipment_no desc limit p_limit;
  end if;

  if 'transaction' = any (p_kinds) and v_long then
    -- Of notes only the last four months: words that all notes have are read for so many only.
    return query execute format(
      'select ''transaction''::text, f.id, 2 from (
         select s.id, s.happened_at from (
           select p.*, to_tsvector(''simple'', regexp_replace(left(
             coalesce(p.notes, '''') || '' '' || coalesce(p.metadata ->> ''purchase_order_number'', p.metadata ->> ''sales_order_number'', '''') || '' ''
               || regexp_replace(coalesce(p.metadata ->> ''entry_notes'', ''''), ''\\.'', '' '', ''g''), 200000), ''[^[:alnum:]]+'', '' '', ''g'')) as words
           from stock_postings p
           where p.notes is not null or p.metadata ?| array[''purchase_order_number'', ''sales_order_number'', ''entry_notes'']) s
         where s.org_id = %1$L and floor(extract(epoch from s.happened_at at time zone ''UTC'') / 2764800)::integer = any (%2$L::integer[])
           and s.words @@ %3$L::tsquery limit 300) f
       %4$s order by f.happened_at desc, f.id desc limit %5$s', p_org_id, array[v_period, v_period - 1, v_period - 2, v_period - 3],
      app.words_query(app.search_words(p_text)),
      case when v_limited then format('where exists (select from limited.stock_postings v where v.org_id = %L and v.id = f.id)', p_org_id) end, p_limit);
  end if;
end $$;
