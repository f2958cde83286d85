-- Returns the condition that finds products (p) by the patterns from app.search_patterns, with the words as literals so
-- that the planner sees them. p_names: they must appear in name and SKU; the description doesn't count. A word of one
-- or two letters has no trigram: the empty string keeps the planner from scanning the entire index for it. For a code
-- with dashes, the index is searched for the parts between them, because most codes share the trigrams at the start of
-- a part ("b-00004" took 0.94 ms, its "00004" takes 0.51).
create or replace function app.product_search_conditions(p_patterns text[], p_names boolean) returns text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select string_agg(case
      when length(pattern) < 5 or inside is not null then format('%sp.search_text || '''' like %L', inside, pattern)
      else format('p.search_text like %L', pattern) end
    || case when p_names then format(' and app.folded(p.name_sort || E''\n'' || p.sku_sort) like %L', pattern) else '' end, ' and ')
  from unnest(p_patterns) as pattern, lateral (
    select string_agg(format('p.search_text like %L and ', '%' || run[1] || '%'), '') as inside
    from regexp_matches(pattern, '[[:alnum:]]{3,}', 'g') as run where pattern ~ '[^%[:alnum:]]') as runs
$$;
