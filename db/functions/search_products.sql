-- One page of the products whose name, SKU and description match the patterns from app.search_patterns, and how many
-- match from there on. p_beginning is the text itself, as a word of a name or an SKU may begin with it. p_filters may
-- contain: archived (boolean, false), category_id and supplier_id (uuid or 'none'), location_id, stock ('low', 'out'),
-- sku (a complete one, ignoring case), names (boolean: the words must appear in name and SKU, the description doesn't
-- count). p_sort is one of name, sku, price, created_at, on_hand, minimum, status, category, or relevance: by rank (0:
-- the name begins with the text, 1: a later word of it does, 2: the SKU does, 3: all others), then by the name from
-- that word on or by the SKU, both folded as stored in product_name_words, the others by name. p_after is the last
-- page_key of the previous page, or null. Security definer, because under row-level security `like` (not leakproof)
-- can't use the trigram index: a search over 100,000 products took 45 ms instead of 0.2 ms. The statement is composed
-- for each call, so that the planner sees the words.
-- One function because it composes one statement, whose parts share its filters and its order.
create or replace function app.search_products(
  p_org_id uuid, p_patterns text[], p_beginning text, p_filters jsonb, p_sort text, p_descending boolean, p_after text[], p_limit integer)
returns table (id uuid, page_key text[], count bigint)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_columns text[];
  v_types text[];
  v_direction text := case when p_descending then 'desc' else 'asc' end;
  v_start text := format('app.word_position(w.name, %L)', p_beginning);
  v_by_sku text := format('starts_with(w.sku, %L)', p_beginning);
  v_conditions text;
begin
  perform kernel.require_organization(p_org_id);
  select k.columns, k.types into strict v_columns, v_types from (values
    ('name', array['p.name_sort'], array['text']), ('sku', array['p.sku_sort'], array['text']),
    ('price', array['p.price_sort'], array['bigint']), ('created_at', array['p.created_at'], array['timestamptz']),
    ('on_hand', array['t.on_hand_sort'], array['bigint']),
    ('minimum', array['t.minimum_sort', 'p.name_sort'], array['bigint', 'text']),
    ('status', array['t.status_sort', 'p.name_sort'], array['integer', 'text']),
    ('category', array['p.category_id is null', 'coalesce(c.name_sort, '''')', 'coalesce(c.id, ''00000000-0000-0000-0000-000000000000'')',
      'p.name_sort'], array['boolean', 'text', 'uuid', 'text']),
    -- Two columns for the text, because words and SKUs are sorted as bytes and the others in the database's collation.
    ('relevance', array[format('case %s when 0 then case when %s then 2 else 3 end when 1 then 0 else 1 end', v_start, v_by_sku),
      format('case when %1$s > 0 then substr(w.name, %1$s) when %2$s then w.sku else '''' end collate "C"', v_start, v_by_sku),
      format('case when %s > 0 or %s then '''' else p.name_sort end', v_start, v_by_sku)],
      array['integer', 'text', 'text'])) as k (sort, columns, types)
  where k.sort = p_sort;
  v_conditions := app.product_search_conditions(p_patterns, coalesce((p_filters -> 'names')::boolean, false));
  if p_filters ? 'sku' then
    v_conditions := v_conditions || format(' and p.sku_sort = %L', lower(p_filters ->> 'sku'));
  end if;
  if p_filters ? 'category_id' then
    v_conditions := v_conditions || case p_filters ->> 'category_id'
      when 'none' then ' and p.category_id is null'
      else format(' and p.category_id = %L', (p_filters ->> 'category_id')::uuid) end;
  end if;
  if p_filters ? 'supplier_id' then
    v_conditions := v_conditions || case p_filters ->> 'supplier_id'
      when 'none' then ' and p.supplier_id is null'
      else format(' and p.supplier_id = %L', (p_filters ->> 'supplier_id')::uuid) end;
  end if;
  if p_filters ? 'location_id' then
    v_conditions := v_conditions || format(' and exists (select from stock_levels l where l.org_id = p.org_id'
      ' and l.product_id = p.id and l.location_id = %L and l.available + l.reserved > 0)', (p_filters ->> 'location_id')::uuid)
      || case when app.location_ids() is null then '' else format(' and %L::uuid = any (app.location_ids())', p_filters ->> 'location_id') end;
  end if;
  if p_filters ? 'stock' then
    v_conditions := v_conditions || case p_filters ->> 'stock' when 'low' then ' and t.is_low' when 'out' then ' and t.is_out' end;
  end if;
  if p_after is not null then
    if p_sort = 'relevance' then
      p_after := case p_after[1] when '3' then array[p_after[1], '', p_after[2], p_after[3]] else array[p_after[1], p_after[2], '', p_after[3]] end;
    end if;
    v_conditions := v_conditions || (
      select format(' and (%s, p.id) %s (%s, %L::uuid)', string_agg(k.by, ', '), case when p_descending then '<' else '>' end,
        string_agg(format('%L::%s', k.value, k.type), ', '), p_after[cardinality(p_after)])
      from unnest(v_columns, v_types, p_after[:cardinality(v_columns)]) as k (by, type, value));
  end if;
  -- The count keeps the planner from scanning the sort index in the hope of an early page; the key is computed for the
  -- page only.
  return query execute (
    select format(
      'select f.id, array[%1$s, f.id::text], f.count
       from (select p.id, %2$s, count(*) over () as count
             from products p%3$s
             where p.org_id = %4$L and p.archived_at is %5$s null and %6$s
             order by %7$s, p.id %8$s limit %9$s) f',
      case p_sort when 'relevance' then 'f.k1::text, f.k2 || f.k3' else string_agg(format('f.k%s::text', k.no), ', ' order by k.no) end,
      string_agg(format('%s as k%s', k.by, k.no), ', '),
      concat(
        case when p_sort in ('on_hand', 'minimum', 'status') or p_filters ? 'stock' then
          format(' join %s t on t.org_id = p.org_id and t.product_id = p.id',
            case when app.location_ids() is null then 'product_totals' else 'limited.product_totals' end) end,
        -- Folded once for each match.
        case p_sort when 'relevance' then
          ' cross join lateral (select app.folded(p.name_sort) as name, app.folded(p.sku_sort) as sku offset 0) w' end,
        case p_sort when 'category' then ' left join categories c on c.org_id = p.org_id and c.id = p.category_id' end),
      p_org_id, case when (p_filters -> 'archived')::boolean then 'not' end, v_conditions,
      string_agg(format('k%s %s', k.no, v_direction), ', '), v_direction, p_limit)
    from unnest(v_columns) with ordinality as k (by, no));
end $$;
