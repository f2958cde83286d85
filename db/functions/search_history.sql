-- The next entries of the history, newest first, of products whose name and SKU contain p_patterns
-- (app.search_patterns), or in whose note and order number words begin with each of p_words (app.search_words): at
-- least the first p_limit of them if there are that many, in no order. p_rare are the words that few notes contain: the
-- index is searched for these, because it reads all words with a beginning (75 ns each). p_filters may contain: types
-- (array), location_id, from, to (moments). p_after is the last page_key of the previous page, or null. For products:
-- if there are many, the next 5,000 entries are tested (1 µs each); otherwise, or if that doesn't fill the page, each
-- one's newest entry is found (10 µs), then the entries of those whose newest are newest. For words: first the 32 days
-- in which the page begins; if these don't fill it, all matches, up to 2,000 postings; beyond that, one period of 32
-- days after the other. Security definer for the reason given in app.search_products: under row-level security neither
-- `like` nor `@@` can use its index.
-- One function because it composes one statement, whose parts share its filters and what was found so far.
create or replace function app.search_history(
  p_org_id uuid, p_patterns text[], p_words text[], p_rare text[], p_filters jsonb, p_after text[], p_limit integer)
returns table (posting_id uuid, entry_no integer, happened_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
-- The search indexes are bitmaps, which a list that is read in order does without.
set enable_bitmapscan = on as $$
declare
  v_types text[] := (select array_agg(t) from jsonb_array_elements_text(p_filters -> 'types') as t);
  v_location_id uuid := p_filters ->> 'location_id';
  v_from timestamptz := coalesce((p_filters ->> 'from')::timestamptz, '-infinity');
  v_before timestamptz := coalesce((p_filters ->> 'to')::timestamptz, 'infinity');
  v_after_at timestamptz := coalesce(p_after[1], 'infinity');
  v_after_id uuid := coalesce(p_after[2], 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  v_after_no integer := coalesce(p_after[3]::integer, 2147483647);
  v_query tsquery := app.words_query(p_words);
  v_rare tsquery := app.words_query(p_rare);
  v_products uuid[];
  v_asked text;
  v_page text := 'select coalesce(array_agg(e.posting_id), ''{}''), coalesce(array_agg(e.entry_no), ''{}''), coalesce(array_agg(e.happened_at), ''{}'')
    from (%s order by e.happened_at desc, e.posting_id desc, e.entry_no desc limit %s) e';
  v_ids uuid[] := '{}';
  v_nos integer[] := '{}';
  v_moments timestamptz[] := '{}';
  -- The oldest entry of the products, if they fill the page.
  v_oldest timestamptz := '-infinity';
  v_newest timestamptz;
  v_period integer;
  v_postings uuid[];
  v_count integer;
begin
  perform kernel.require_organization(p_org_id);

  execute format('select coalesce(array_agg(p.id), ''{}'') from products p where p.org_id = %L and %s',
    p_org_id, app.product_search_conditions(p_patterns, true)) into v_products;
  v_asked := format(
    'select m.happened_at, m.posting_id, m.entry_no, m.product_id from stock_movements m
     where m.org_id = %L and m.is_entry and m.happened_at >= %L and m.happened_at < %L
       and (m.happened_at, m.posting_id, m.entry_no) < (%L, %L, %s) and %%s
     order by m.happened_at desc, m.posting_id desc, m.entry_no desc limit %%s',
    p_org_id, v_from, v_before, v_after_at, v_after_id, v_after_no);
  -- A limited member's entries are merged by the view, which knows which legs represent them.
  if app.location_ids() is not null then
    return query
      select m.posting_id, m.entry_no, m.happened_at
      from limited.stock_movements m
      join stock_postings s on s.org_id = m.org_id and s.id = m.posting_id
      where m.org_id = p_org_id and m.is_entry and m.type = any (v_types) and m.happened_at >= v_from and m.happened_at < v_before
        and (m.happened_at, m.posting_id, m.entry_no) < (v_after_at, v_after_id, v_after_no)
        and (v_location_id is null or v_location_id in (m.from_location_id, m.to_location_id))
        and (m.product_id = any (v_products)
          or v_query is not null and app.history_words(s.notes, s.metadata, m.entry_no) @@ v_query)
      order by m.happened_at desc, m.posting_id desc, m.entry_no desc
      limit p_limit;
    return;
  end if;
  if cardinality(v_products) > 1000 and v_location_id is null then
    execute format(v_page, format(
      'select e.* from (select * from (%s) e order by e.happened_at desc, e.posting_id desc, e.entry_no desc limit 5000) e where e.product_id = any ($1)',
      (select string_agg('(' || format(v_asked, format('m.type = %L', t), '5000') || ')', ' union all ') from unnest(v_types) as t)), p_limit)
    into v_ids, v_nos, v_moments using v_products;
  end if;
  if cardinality(v_moments) < p_limit then
    v_asked := format(v_asked, format('m.product_id = p.id and m.type in (%s) and %s',
      (select string_agg(quote_literal(t), ', ') from unnest(v_types) as t),
      case when v_location_id is null then 'true' else format('%L in (m.from_location_id, m.to_location_id)', v_location_id) end), '%s');
    execute format(v_page, format(
      'select e.* from (
         select p.id from unnest($1) as p (id) cross join lateral (%s) e
         order by e.happened_at desc, e.posting_id desc, e.entry_no desc limit %s) p
       cross join lateral (%s) e', format(v_asked, '1'), p_limit, format(v_asked, p_limit)), p_limit)
    into v_ids, v_nos, v_moments using v_products;
  end if;
  if cardinality(v_moments) >= p_limit then
    select min(m) into v_oldest from unnest(v_moments) as m;
  end if;

  for v_step in 1 .. case when v_rare is null then 0 else 1000000 end loop
    if v_step = 2 then
      -- All of them, in no order.
      v_postings := array(
        select s.id
        from (
          select p.*, to_tsvector('simple', regexp_replace(left(
            coalesce(p.notes, '') || ' ' || coalesce(p.metadata ->> 'purchase_order_number', p.metadata ->> 'sales_order_number', '') || ' '
              || regexp_replace(coalesce(p.metadata ->> 'entry_notes', ''), '\\.', ' ', 'g'), 200000), '[^[:alnum:]]+', ' ', 'g')) as words
          from stock_postings p
          where p.notes is not null or p.metadata ?| array['purchase_order_number', 'sales_order_number', 'entry_notes']) s
        where s.org_id = p_org_id and s.words @@ v_rare and s.happened_at >= greatest(v_from, v_oldest) and s.happened_at < v_before
          and (s.happened_at, s.id) <= (v_after_at, v_after_id)
        limit 2001);
      continue when cardinality(v_postings) > 2000;
    else
      -- The newest remaining entry determines the next period: years without entries are skipped in one step.
      select greatest(
        (select m.happened_at from stock_movements m where m.org_id = p_org_id and m.type = 'in' and m.is_entry
          and m.happened_at <= v_after_at and m.happened_at < v_before order by m.happened_at desc limit 1),
        (select m.happened_at from stock_movements m where m.org_id = p_org_id and m.type = 'out' and m.is_entry
          and m.happened_at <= v_after_at and m.happened_at < v_before order by m.happened_at desc limit 1),
        (select m.happened_at from stock_movements m where m.org_id = p_org_id and m.type = 'commitment' and m.is_entry
          and m.happened_at <= v_after_at and m.happened_at < v_before order by m.happened_at desc limit 1),
        (select m.happened_at from stock_movements m where m.org_id = p_org_id and m.type = 'opening' and m.is_entry
          and m.happened_at <= v_after_at and m.happened_at < v_before order by m.happened_at desc limit 1),
        (select m.happened_at from stock_movements m where m.org_id = p_org_id and m.type = 'adjustment' and m.is_entry
          and m.happened_at <= v_after_at and m.happened_at < v_before order by m.happened_at desc limit 1),
        (select m.happened_at from stock_movements m where m.org_id = p_org_id and m.type = 'transfer' and m.is_entry
          and m.happened_at <= v_after_at and m.happened_at < v_before order by m.happened_at desc limit 1))
      into v_newest;
      exit when v_newest is null or v_newest < v_from or v_newest < v_oldest;
      v_period := floor(extract(epoch from v_newest at time zone 'UTC') / 2764800)::integer;
      v_postings := array(
        select s.id
        from (
          select p.*, to_tsvector('simple', regexp_replace(left(
            coalesce(p.notes, '') || ' ' || coalesce(p.metadata ->> 'purchase_order_number', p.metadata ->> 'sales_order_number', '') || ' '
              || regexp_replace(coalesce(p.metadata ->> 'entry_notes', ''), '\\.', ' ', 'g'), 200000), '[^[:alnum:]]+', ' ', 'g')) as words
          from stock_postings p
          where p.notes is not null or p.metadata ?| array['purchase_order_number', 'sales_order_number', 'entry_notes']) s
        where s.org_id = p_org_id and floor(extract(epoch from s.happened_at at time zone 'UTC') / 2764800)::integer = v_period
          and s.words @@ v_rare and s.happened_at >= v_from and s.happened_at < v_before and (s.happened_at, s.id) <= (v_after_at, v_after_id));
    end if;

    with entry as materialized (
      select m.posting_id, m.entry_no, m.happened_at
      from (
        select p.id, p.happened_at, p.notes, p.metadata from unnest(v_postings) as f (id)
        join stock_postings p on p.org_id = p_org_id and p.id = f.id
        order by p.happened_at desc, p.id desc offset 0) p
      join stock_movements m on m.org_id = p_org_id and m.posting_id = p.id and m.is_entry
      where (m.happened_at, m.posting_id, m.entry_no) < (v_after_at, v_after_id, v_after_no)
        and m.type = any (v_types)
        and (v_location_id is null or v_location_id in (m.from_location_id, m.to_location_id))
        and app.history_words(p.notes, p.metadata, m.entry_no) @@ v_query
      order by p.happened_at desc, p.id desc, m.entry_no desc
      limit p_limit
    )
    select v_ids || coalesce(array_agg(e.posting_id), '{}'), v_nos || coalesce(array_agg(e.entry_no), '{}'),
      v_moments || coalesce(array_agg(e.happened_at), '{}'), count(*)
    into v_ids, v_nos, v_moments, v_count
    from entry e;
    exit when v_step = 2 or v_count >= p_limit;
    -- Remaining entries are before this period.
    p_limit := p_limit - v_count;
    v_after_at := to_timestamp(v_period::bigint * 2764800) - interval '1 microsecond';
    v_after_id := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    v_after_no := 2147483647;
  end loop;

  return query select * from unnest(v_ids, v_nos, v_moments);
end $$;
