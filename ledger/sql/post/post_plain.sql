-- Posts the plain ones among several postings, each independently: one line of a manual entry, now, at a named
-- location, between `available` and an outside account, without a document, a second lot or a level to create. Most
-- postings are plain, and for a set of them PostgreSQL starts each statement once. Returns their results by position,
-- and what they moved; `false`, with nothing changed, for every other posting and every one that would be refused:
-- kernel.apply_postings decides about those, so that each refusal is decided in one place. Takes its locks in the same
-- order, except that ids are claimed after the levels are locked, because only those of postings that are written are
-- claimed (kernel.claim_fresh). p_results: null for each posting to write. p_user_ids: who makes each.
create or replace function kernel.post_plain(
  p_org_id uuid, p_user_ids uuid[], p_postings jsonb, p_results jsonb, out results jsonb, out legs kernel.leg[])
language plpgsql as $$
declare
  lines kernel.line[] := kernel.plain_lines(p_postings, p_results);
  line kernel.line;
  locked kernel.plain_levels;
  levels kernel.levels;
  balances numeric[];
  versions bigint[];
  posted integer[] := '{}';
  i integer := 0;
  k integer;
  balance numeric;
begin
  legs := '{}';
  if lines is not null then
    locked := kernel.lock_plain_levels(p_org_id, lines);
    levels := locked.levels;
    balances := levels.balances;
    versions := levels.versions;
    foreach line in array lines loop
      i := i + 1;
      k := locked.level_indexes[i];
      continue when k is null;
      balance := balances[k][1] + case when line.to_account = 'available' then line.quantity else -line.quantity end;
      continue when balance < 0 or balance >= 1e11;
      balances[k][1] := balance;
      versions[k] := versions[k] + 1;
      posted := posted || line.posting_no;
      legs := legs || case when line.to_account = 'available' then
        row(line.posting_no, 1, line.entry_no, true, line.product_id, line.type, line.reason, line.from_account, null, null, null, null,
          line.to_account, line.location_id, line.lot_id, versions[k], balance, line.quantity, locked.unit_costs[i], null)::kernel.leg
      else
        row(line.posting_no, 1, line.entry_no, true, line.product_id, line.type, line.reason, line.from_account, line.location_id, line.lot_id,
          versions[k], balance, line.to_account, null, null, null, null, line.quantity, locked.unit_costs[i], null)::kernel.leg
      end;
    end loop;
  end if;

  select jsonb_agg(case when r.result = 'null' and r.no <> all (posted) then 'false' else r.result end order by r.no)
  into results
  from jsonb_array_elements(p_results) with ordinality as r (result, no);
  if posted = '{}' then
    return;
  end if;
  perform kernel.claim_fresh(p_org_id, p_postings, posted);
  levels.balances := balances;
  levels.versions := versions;
  results := kernel.write_postings(p_org_id, p_user_ids, p_postings, results, levels, legs, null);
end $$;
