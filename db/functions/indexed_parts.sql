-- Returns the four longest of the patterns that app.search_patterns made, for the trigram index of products. For a code
-- with dashes, the parts between the dashes are used (see app.product_search_conditions). Missing patterns are %, which
-- matches everything. Texts that match all patterns also match these.
create or replace function app.indexed_parts(p_patterns text[]) returns text[]
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select array_agg(part order by length(part) desc) || array['%', '%', '%', '%']
  from (
    select coalesce(inside, pattern) as part
    from unnest(p_patterns) as pattern
    left join lateral (
      select '%' || run[1] || '%' as inside
      from regexp_matches(pattern, '[[:alnum:]]{3,}', 'g') as run where pattern ~ '[^%[:alnum:]]') as runs on true) as parts
$$;
