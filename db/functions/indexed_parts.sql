-- Four patterns that the trigram index of products is asked for, of those that app.search_patterns made: the longest
-- four, of a code with dashes what stands between them (app.product_search_conditions says why), and % for what is
-- missing, which asks for nothing. Texts that fit all patterns fit these.
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
