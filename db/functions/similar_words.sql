-- For each of p_words (folded, of four letters or more): the words that a user may have meant, at most p_limit, the
-- likeliest first. Such a word differs by one typing error (a missing, extra or different letter, or two swapped; the
-- first letter is rarely wrong) and is a word of some record, or the beginning of one if no word begins with the text
-- as typed (is_known); for words that do begin one, alternatives are only searched if p_known says so. The word indexes
-- are read like a tree: after each beginning of a word, only letters with which some record continues are tried, found
-- by skipping from one to the next. Trying every letter of the alphabet took 570 lookups for four letters; now it takes
-- some thirty to a hundred, however many words there are. Security definer for the reason given in app.search_products;
-- words of locations that a limited member doesn't see are left out.
-- One function because its steps are one recursive query: from the beginnings of a word to its alternatives.
create or replace function app.similar_words(p_org_id uuid, p_words text[], p_known boolean, p_limit integer)
returns table (word text, is_known boolean, meanings text[])
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_hashagg = off as $$
declare
  v_locations constant uuid[] := app.location_ids();
  -- No word continues with the last possible letter.
  v_last constant text := chr(1114111);
begin
  perform kernel.require_organization(p_org_id);
  return query
    -- Each row is a query: the first words from v.low on that begin with v.beginning. Rows with an error are spellings;
    -- rows without one look for the letters that follow the beginning.
    with recursive asked as (
      -- The given words, before anything is asked.
      select given collate "C" as word, null::integer as slip, null::text collate "C" as beginning, null::text collate "C" as low,
        -1 as step, null::text collate "C" as words
      from unnest(p_words) as given
      union all
      select v.word, v.slip, v.beginning, v.low, a.step + 1, f.words
      from asked a
      cross join lateral (
        -- As it was given.
        select a.word, 0, a.word, a.word
        where a.step = -1
        union all
        select a.word, 1, s.text, s.text
        from (
          select left(a.word, n - 1) || substr(a.word, n + 1, 1) || substr(a.word, n, 1) || substr(a.word, n + 2)
          from generate_series(1, length(a.word) - 1) as n) as s (text)
        where a.slip = 0 and (p_known or a.words is null)
        union all
        select a.word, 3, s.text, s.text
        from (select left(a.word, n - 1) || substr(a.word, n + 1) from generate_series(1, length(a.word)) as n) as s (text)
        where a.slip = 0 and (p_known or a.words is null)
        union all
        select a.word, null, left(a.word, n), left(a.word, n)
        from generate_series(1, length(a.word)) as n
        where a.slip = 0 and (p_known or a.words is null)
        union all
        select a.word, t.slip, t.text, coalesce(t.low, t.text)
        from (
          select l.length, l.letter, l.letter between 'a' and 'z' or ascii(l.letter) > 127 as is_letter
          from (select length(a.beginning) as length, substr(a.words, length(a.beginning) + 1, 1) as letter) as l) as k
        cross join lateral (values
          (null, a.beginning, a.beginning || k.letter || v_last),
          (1, case when k.is_letter then a.beginning || k.letter || substr(a.word, k.length + 1) end, null),
          (2, case when k.is_letter and k.length < length(a.word) then a.beginning || k.letter || substr(a.word, k.length + 2) end, null)
        ) as t (slip, text, low)
        where a.slip is null and a.words is not null and a.step < 64 and t.text is not null and k.letter <> ''
        union all
        -- The beginning is a word itself: continue after it.
        select a.word, null, a.beginning, a.beginning || chr(1)
        where a.slip is null and a.words = a.beginning and a.low = a.beginning) as v (word, slip, beginning, low)
      cross join lateral (
        select least(
          (select n.words from product_name_words n
            where n.org_id = p_org_id and not n.archived and n.rank = 0 and n.words >= v.low and n.words < v.beginning || v_last
            order by n.words limit 1),
          (select n.words from product_name_words n
            where n.org_id = p_org_id and not n.archived and n.rank = 1 and n.words >= v.low and n.words < v.beginning || v_last
            order by n.words limit 1),
          (select n.words from search_words n
            where n.org_id = p_org_id and n.words >= v.low and n.words < v.beginning || v_last
              and (n.kind <> 'location' or v_locations is null or n.record_id = any (v_locations))
            order by n.words limit 1)) as words) f
    ), judged as (
      -- An entire word, or the beginning of one: three letters match too many.
      select a.word, a.beginning as text, min(a.slip) as slip, substr(a.words, length(a.beginning) + 1, 1) !~ '[[:alnum:]]' or a.words = a.beginning as is_whole
      from asked a
      where a.slip is not null and a.words is not null
      group by a.word, a.beginning, a.words
    )
    select w.word, w.is_known, coalesce((case when w.is_known then w.whole else w.whole || w.begun end)[:p_limit], '{}')
    from (
      select j.word, bool_or(j.slip = 0) as is_known,
        coalesce(array_agg(j.text order by j.slip, j.text) filter (where j.slip > 0 and j.is_whole), '{}') as whole,
        coalesce(array_agg(j.text order by j.slip, j.text) filter (where j.slip > 0 and not j.is_whole and length(j.text) >= 4), '{}') as begun
      from judged j group by j.word) w;
end $$;
