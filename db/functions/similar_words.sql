-- For each of p_words (folded, of four letters or more): what people may have meant by it, at most p_limit, the
-- likeliest first. A meaning is one slip away (a letter missing, too many, another one, or two swapped; the first is
-- rarely missed or mistaken) and is a word of some record, or begins one where no word begins as it was typed
-- (is_known); of such words meanings are looked for only if p_known says so. Some fifty spellings for each letter are
-- looked up in the indexes of words, however many words there are. Security definer for the reason given in
-- app.search_products; words of locations that a limited member does not see are no meanings.
create or replace function app.similar_words(p_org_id uuid, p_words text[], p_known boolean, p_limit integer)
returns table (word text, is_known boolean, meanings text[])
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  v_locations constant uuid[] := app.location_ids();
begin
  perform kernel.require_organization(p_org_id);
  return query
    with spelling as materialized (
      select given.word, s.text, min(s.slip) as slip
      from unnest(p_words) as given (word)
      cross join lateral (
        select exists (
            select from product_name_words n where n.org_id = p_org_id and not n.archived and n.rank = 0
              and n.words >= given.word and n.words < given.word || chr(1114111))
          or exists (
            select from product_name_words n where n.org_id = p_org_id and not n.archived and n.rank = 1
              and n.words >= given.word and n.words < given.word || chr(1114111))
          or exists (
            select from search_words n where n.org_id = p_org_id and n.words >= given.word and n.words < given.word || chr(1114111)
              and (n.kind <> 'location' or v_locations is null or n.record_id = any (v_locations))) as is_known) k
      cross join lateral (
        select given.word, 0
        union all
        select left(given.word, n - 1) || substr(given.word, n + 1, 1) || substr(given.word, n, 1) || substr(given.word, n + 2), 1
        from generate_series(1, length(given.word) - 1) as n
        union all
        select left(given.word, n) || chr(c) || substr(given.word, n + 1), 1
        from generate_series(1, length(given.word)) as n, generate_series(97, 122) as c
        union all
        select left(given.word, n - 1) || chr(c) || substr(given.word, n + 1), 2
        from generate_series(2, length(given.word)) as n, generate_series(97, 122) as c
        union all
        select left(given.word, n - 1) || substr(given.word, n + 1), 3 from generate_series(1, length(given.word)) as n) as s (text, slip)
      where s.slip = 0 or p_known or not k.is_known
      group by given.word, s.text
    ), found as (
      select s.word, s.text, s.slip, f.words
      from spelling s
      cross join lateral (
        select w.words from (
          (select n.words from product_name_words n
            where n.org_id = p_org_id and not n.archived and n.rank = 0 and n.words >= s.text and n.words < s.text || chr(1114111)
            order by n.words limit 1)
          union all
          (select n.words from product_name_words n
            where n.org_id = p_org_id and not n.archived and n.rank = 1 and n.words >= s.text and n.words < s.text || chr(1114111)
            order by n.words limit 1)
          union all
          (select n.words from search_words n
            where n.org_id = p_org_id and n.words >= s.text and n.words < s.text || chr(1114111)
              and (n.kind <> 'location' or v_locations is null or n.record_id = any (v_locations))
            order by n.words limit 1)) w
        order by w.words limit 1) f
    ), judged as (
      -- The whole of a word, or the beginning of one: three letters begin too many.
      select f.word, f.text, f.slip, substr(f.words, length(f.text) + 1, 1) !~ '[[:alnum:]]' or f.words = f.text as is_whole from found f
    )
    select w.word, w.is_known, coalesce((case when w.is_known then w.whole else w.whole || w.begun end)[:p_limit], '{}')
    from (
      select j.word, bool_or(j.slip = 0) as is_known,
        coalesce(array_agg(j.text order by j.slip, j.text) filter (where j.slip > 0 and j.is_whole), '{}') as whole,
        coalesce(array_agg(j.text order by j.slip, j.text) filter (where j.slip > 0 and not j.is_whole and length(j.text) >= 4), '{}') as begun
      from judged j group by j.word) w;
end $$;
