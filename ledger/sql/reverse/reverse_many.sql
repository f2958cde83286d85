-- Undoes as many of several postings as possible at once, each like kernel.reverse_posting. Returns one row per posting
-- that can't be undone, with the reason. Used to undo an import: 250 in one call cost a fifth of 250 single calls. A
-- refused posting doesn't affect the others; all that can be undone are posted in one step, in the given order (by
-- product, the order of the ledger's locks). p_new_ids are the ids of the new postings, parallel to p_posting_ids;
-- p_posting contains what they share: {notes?, user_reference?}.
create or replace function kernel.reverse_many(
  p_org_id uuid, p_user_id uuid, p_posting_ids uuid[], p_new_ids uuid[], p_posting jsonb)
returns table (posting_id uuid, code text, detail jsonb)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  closed_until timestamptz;
  reversals jsonb;
  refused uuid[] := '{}';
begin
  perform kernel.require_organization(p_org_id);
  perform kernel.require_all_locations();
  perform 1 from stock_postings s where s.org_id = p_org_id and s.id = any (p_posting_ids) order by s.id for no key update;
  for posting_id, code in
    select a.id, case when s.id is null then 'not_found' else kernel.reversal_problem(p_org_id, s) end
    from unnest(p_posting_ids) with ordinality as a (id, no)
    left join stock_postings s on s.org_id = p_org_id and s.id = a.id
    order by a.no
  loop
    continue when code is null;
    refused := refused || posting_id;
    detail := '{}';
    return next;
  end loop;
  select coalesce(o.books_closed_until, '-infinity') into closed_until from organizations o where o.org_id = p_org_id for share;
  -- Built in one step: appending one by one would copy all previous postings each time.
  reversals := (
    select jsonb_agg(p_posting || jsonb_build_object('id', a.new_id, 'kind', 'reversal', 'reverses_posting_id', a.id,
        'metadata', s.metadata, 'lines', kernel.reversed_lines(p_org_id, a.id))
      || case when s.happened_at >= closed_until then jsonb_build_object('happened_at', s.happened_at) else '{}' end order by a.no)
    from unnest(p_posting_ids, p_new_ids) with ordinality as a (id, new_id, no)
    join stock_postings s on s.org_id = p_org_id and s.id = a.id
    where a.id <> all (refused));
  if reversals is null then
    return;
  end if;
  begin
    perform kernel.post_many(p_org_id, p_user_id, reversals);
    return;
  exception when sqlstate 'OH001' then
    -- Some can't be undone now: they are listed below, and the others are posted. Checking first would apply every
    -- posting twice.
  end;
  refused := '{}';
  for posting_id, code, detail in
    select distinct on (c.posting_no) (reversals -> c.posting_no - 1 ->> 'reverses_posting_id')::uuid, c.code, c.detail
    from kernel.check_posting(p_org_id, reversals) c
    order by c.posting_no, c.entry_no
  loop
    refused := refused || posting_id;
    return next;
  end loop;
  reversals := (
    select jsonb_agg(r.posting order by r.no)
    from jsonb_array_elements(reversals) with ordinality as r (posting, no)
    where (r.posting ->> 'reverses_posting_id')::uuid <> all (refused));
  if reversals is not null then
    perform kernel.post_many(p_org_id, p_user_id, reversals);
  end if;
end $$;
