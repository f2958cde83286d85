-- The first products, by name, that match a code other than by a word of their name or an SKU that begins with it, and
-- how many there are: a list shows these after the ones found by words and SKUs. p_pattern is the code's pattern from
-- app.search_patterns; p_inside matches the same and more, with only those parts of the code that have three or more
-- letters and digits, because most codes share the trigrams at the start of a part. Security definer, because under
-- row-level security `like` (not leakproof) can't use the trigram index. Unlike app.search_products, it is planned once
-- per connection: planning took twice as long as finding the matches.
create or replace function app.search_other_products(
  p_org_id uuid, p_archived boolean, p_pattern text, p_inside text, p_beginning text, p_limit integer)
returns table (id uuid, page_key text[], count bigint)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform kernel.require_organization(p_org_id);
  return query
    select f.id, array[f.name_sort, f.id::text], f.count
    from (
      select p.id, p.name_sort, count(*) over () as count
      from products p
      where p.org_id = p_org_id and p.search_text like p_inside and p.search_text || '' like p_pattern
        and (p.archived_at is not null) = p_archived
        and app.word_position(app.folded(p.name_sort), p_beginning) = 0
        and not starts_with(app.folded(p.sku_sort), p_beginning)
      order by p.name_sort, p.id limit p_limit) f;
end $$;
