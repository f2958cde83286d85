-- Returns what a search for p_text (lower case) finds among the records of p_kinds, at most p_limit of each kind and
-- rank, in display order. Names are compared without accents (app.fold), numbers, SKUs and barcodes unchanged. rank 0:
-- the text is the entire name or number. 1: the name begins with the text, or the number begins or ends with it. 2:
-- words of the name begin with each word of the text; or an order of a customer or supplier found this way. 3: the text
-- is elsewhere in it. A record may be returned more than once, the best rank first. p_numbers, p_document and
-- p_document_no are the text read as an order's number, see app.find_by_pattern. p_names_only: skips rank 3 and
-- numbers. Every read follows an index order or is limited to a number of rows of a search index, so its time doesn't
-- grow with the data. Security definer for the reason given in app.search_products. The caller checks again who may see
-- the results; records that a limited member may not see are left out here, so that they don't use up the limit.
-- One function because it is one list: a read for each kind of record and rank, in the order of display.
create or replace function app.find_records(
  p_org_id uuid, p_text text, p_numbers text[], p_document text, p_document_no integer, p_kinds text[], p_limit integer, p_names_only boolean)
returns table (kind text, id uuid, rank integer)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  v_locations constant uuid[] := app.location_ids();
  v_name constant text := app.fold(p_text);
  -- No word continues with the last possible letter.
  v_after constant text := v_name || chr(1114111);
  v_words constant text[] := array(
    select word from (select distinct word from regexp_split_to_table(v_name, '\s+') as word where word <> '') w order by length(word) desc, word limit 8);
  v_named constant text[] := array(
    select k from unnest(p_kinds) as k where k = any ('{category,supplier,customer,location,member}'));
  -- Digits distinguish numbers from names.
  v_number constant boolean := p_text ~ '[0-9]' and length(p_text) >= 3;
  v_found integer := 0;
  v_rows integer;
  v_ids uuid[];
  v_kinds text[];
  v_starts text[];
begin
  perform kernel.require_organization(p_org_id);
  if cardinality(v_words) = 0 then
    return;
  end if;

  if 'product' = any (p_kinds) then
    return query
      select 'product', p.id, 0 from products p
      where p.org_id = p_org_id and p.sku_sort = p_text and p.archived_at is null;
    return query
      select 'product', n.product_id, case when n.rank = 1 then 2 when n.words = v_name then 0 else 1 end
      from product_name_words n
      where n.org_id = p_org_id and not n.archived and n.rank = any ('{0,1}') and n.words >= v_name and n.words < v_after
      order by n.rank, n.words, n.product_id limit p_limit * 2;
    get diagnostics v_found = row_count;
    return query
      select 'product', p.id, 1 from products p
      where p.org_id = p_org_id and p.sku_sort >= p_text and p.sku_sort < p_text || chr(1114111) and starts_with(p.sku_sort, p_text) and p.archived_at is null
      order by p.sku_sort limit p_limit;
    get diagnostics v_rows = row_count;
    v_found := v_found + v_rows;
    return query
      select 'product', p.id, (lower(p.barcode) <> p_text)::integer from products p
      where p.org_id = p_org_id and p.barcode is not null and (lower(p.barcode) collate "C") >= p_text
        and (lower(p.barcode) collate "C") < p_text || chr(1114111) and p.archived_at is null
      order by lower(p.barcode) collate "C" limit p_limit;
    get diagnostics v_rows = row_count;
    v_found := v_found + v_rows;
  end if;

  return query
    select k.kind, w.record_id, case when w.rank = 1 then 2 when w.words = v_name then 0 else 1 end
    from unnest(v_named) as k (kind)
    cross join lateral (
      select s.record_id, s.rank, s.words from search_words s
      where s.org_id = p_org_id and s.kind = k.kind and s.rank = any ('{0,1}') and s.words >= v_name and s.words < v_after
        and (k.kind <> 'location' or v_locations is null or s.record_id = any (v_locations))
      order by s.rank, s.words, s.record_id limit p_limit * 4) w;

  -- Usually each of several words begins a word of the same name, after the one that comes first in it: that is a range
  -- of the index too. Only where this finds little, words from different fields of a record are combined.
  if cardinality(v_words) > 1 then
    v_starts := array(
      select '(^|[^[:alnum:]])' || regexp_replace(word, '([^[:alnum:]])', '\\\1', 'g') from unnest(v_words) as word);
    select coalesce(array_agg(m.kind), '{}'), coalesce(array_agg(m.record_id), '{}') into v_kinds, v_ids
    from (
      select k.kind, s.record_id
      from unnest(v_named) as k (kind)
      cross join lateral (
        select i.record_id
        from unnest(v_words) as v (word)
        cross join lateral (
          select i.record_id, i.words from search_words i
          where i.org_id = p_org_id and i.kind = k.kind and i.rank = any ('{0,1}') and i.words >= v.word and i.words < v.word || chr(1114111)
            and (k.kind <> 'location' or v_locations is null or i.record_id = any (v_locations))
          limit 2000) i
        where position(v_words[1] in i.words) > 0 and position(v_words[2] in i.words) > 0
          and i.words collate "default" ~ all (v_starts)
        limit p_limit) s) m;
    return query select f.kind, f.id, 2 from unnest(v_kinds, v_ids) as f (kind, id);
    return query
      select k.kind, m.record_id, 2
      from unnest(v_named) as k (kind)
      cross join lateral (
        select s.record_id
        from unnest(v_words) as v (word)
        cross join lateral (
          select i.record_id from search_words i
          where i.org_id = p_org_id and i.kind = k.kind and i.rank = any ('{0,1}') and i.words >= v.word and i.words < v.word || chr(1114111)
            and (k.kind <> 'location' or v_locations is null or i.record_id = any (v_locations))
          limit 2000) s
        group by s.record_id having count(distinct v.word) = cardinality(v_words)
        limit p_limit) m
      where cardinality(array_positions(v_kinds, k.kind)) < p_limit
        and not exists (
          select from unnest(v_words) as v (word)
          where not exists (
            select from search_words i
            where i.org_id = p_org_id and i.kind = k.kind and i.rank = any ('{0,1}') and i.words >= v.word and i.words < v.word || chr(1114111)));
  end if;

  -- Text inside names: searches the first 500 records of the small kinds, and the first 300 products if the text has no
  -- trigram.
  if not p_names_only and v_found < p_limit then
    return query
      select k.kind, w.record_id, 3
      from unnest(v_named) as k (kind)
      cross join lateral (
        select f.record_id from (
          select s.record_id, s.words from search_words s
          where s.org_id = p_org_id and s.kind = k.kind and s.rank = 0
            and (k.kind <> 'location' or v_locations is null or s.record_id = any (v_locations))
          order by s.words limit 500) f
        where position(v_words[1] in f.words) > 0 and (cardinality(v_words) = 1
          or (select bool_and(position(v.word in f.words) > 0) from unnest(v_words) as v (word)))
        limit p_limit) w
      where k.kind = any ('{category,supplier,location,member}');
  end if;
  if not p_names_only and 'product' = any (p_kinds) and length(v_words[1]) < 3 and v_found < p_limit then
    return query
      select 'product', f.id, 3
      from (
        select p.id, app.folded(p.name_sort || E'\n' || p.sku_sort) as text from products p
        where p.org_id = p_org_id and p.archived_at is null order by p.name_sort, p.id limit 300) f
      where (select bool_and(position(v.word in f.text) > 0) from unnest(v_words) as v (word))
      limit p_limit;
  end if;

  if 'lot' = any (p_kinds) and length(p_text) >= 2 then
    return query
      select 'lot', l.id, case when lower(l.lot_number) = p_text then 0 else 1 end from lots l
      where l.org_id = p_org_id and l.lot_number <> '' and (lower(l.lot_number) collate "C") >= p_text and (lower(l.lot_number) collate "C") < p_text || chr(1114111)
        and (v_locations is null or exists (
          select from stock_levels s
          where s.org_id = l.org_id and s.product_id = l.product_id and s.lot_id = l.id and s.location_id = any (v_locations)))
      order by lower(l.lot_number) collate "C" limit p_limit;
    if v_number then
      return query
        select 'lot', l.id, 1 from lots l
        where l.org_id = p_org_id and l.lot_number <> '' and (reverse(lower(l.lot_number)) collate "C") >= reverse(p_text)
          and (reverse(lower(l.lot_number)) collate "C") < reverse(p_text) || chr(1114111)
          and (v_locations is null or exists (
            select from stock_levels s
            where s.org_id = l.org_id and s.product_id = l.product_id and s.lot_id = l.id and s.location_id = any (v_locations)))
        order by reverse(lower(l.lot_number)) collate "C" limit p_limit;
    end if;
  end if;

  if 'sales_order' = any (p_kinds) then
    -- The newest orders of customers found by the beginning of a word.
    v_ids := array(
      select s.record_id from search_words s
      where s.org_id = p_org_id and s.kind = 'customer' and s.rank = any ('{0,1}') and s.words >= v_name and s.words < v_after
      order by s.rank, s.words, s.record_id limit p_limit * 4);
    return query
      select 'sales_order', o.id, 2
      from (
        select n.id, n.order_date from (select distinct c from unnest(v_ids) as c) c
        cross join lateral (
          select x.id, x.order_date from sales_orders x
          where x.org_id = p_org_id and x.customer_id = c.c and (v_locations is null or x.location_id is null or x.location_id = any (v_locations))
          order by x.order_date desc, x.id desc limit p_limit) n) o
      order by o.order_date desc, o.id desc limit p_limit;
  end if;
  if 'purchase_order' = any (p_kinds) then
    v_ids := array(
      select s.record_id from search_words s
      where s.org_id = p_org_id and s.kind = 'supplier' and s.rank = any ('{0,1}') and s.words >= v_name and s.words < v_after
      order by s.rank, s.words, s.record_id limit p_limit * 4);
    return query
      select 'purchase_order', o.id, 2
      from (
        select n.id, n.created_at from (select distinct s from unnest(v_ids) as s) s
        cross join lateral (
          select x.id, x.created_at from purchase_orders x
          where x.org_id = p_org_id and x.supplier_id = s.s
            and (v_locations is null or exists (select from limited.purchase_orders v where v.org_id = x.org_id and v.id = x.id))
          order by x.created_at desc, x.id desc limit p_limit) n) o
      order by o.created_at desc, o.id desc limit p_limit;
  end if;

  -- If products that begin with the text fill the limit, products that only contain it aren't searched for. With
  -- several words, a product may contain each of them.
  return query select f.kind, f.id, f.rank
    from app.find_by_pattern(p_org_id, p_text, p_numbers, p_document, p_document_no,
      case when p_names_only and (cardinality(v_words) = 1 or v_found >= p_limit) then '{}'
        when p_names_only then array(select k from unnest(p_kinds) as k where k = 'product')
        when v_found >= p_limit then array_remove(p_kinds, 'product') else p_kinds end, p_limit) as f;
end $$;
