-- Posts, among several postings and each independently, those that only reserve for new lines of sales orders
-- (kernel.plain_reservations): as much as is available of what each line wants, in order; the rest is backordered. Such
-- a posting is never refused, so it is decided in memory and written once for all. Returns results by position:
-- `false`, with nothing changed, for every other posting, which kernel.apply_postings decides about. Chooses the same
-- goods as kernel.apply_postings and takes its locks in the same order, except that the ids are claimed last and only
-- for what is posted: the server has just generated them. p_results: null for each posting to write. p_user_ids: who
-- makes each.
-- One function because its loop changes the levels that the next reservation takes units from.
create or replace function kernel.post_reservations(p_org_id uuid, p_user_ids uuid[], p_postings jsonb, p_results jsonb) returns jsonb
language plpgsql as $$
declare
  reservations kernel.reservation[] := kernel.plain_reservations(p_org_id, p_postings, p_results);
  wish kernel.reservation;
  line kernel.line;
  locked record;
  levels kernel.levels;
  balances numeric[];
  versions bigint[];
  legs kernel.leg[] := '{}';
  posted integer[];
  results jsonb;
  first_no integer;
  last_no integer;
  line_no integer;
  remaining numeric;
  taken numeric;
  short_of uuid[] := '{}';
  short_at uuid[] := '{}';
  i integer;
begin
  posted := array(select distinct r.posting_no from unnest(reservations) as r order by 1);
  select jsonb_agg(case when r.result = 'null' and r.no <> all (posted) then 'false' else r.result end order by r.no)
  into results
  from jsonb_array_elements(p_results) with ordinality as r (result, no);
  if posted = '{}' then
    return results;
  end if;

  insert into stock_demands (org_id, document_line_id, document_kind, document_id, product_id, location_id, wanted, placed_at)
  select p_org_id, r.document_line_id, 'sales_order', r.document_id, r.product_id, r.location_id, r.wanted, app.now()
  from unnest(reservations) as r;
  select * into locked from kernel.lock_levels(p_org_id,
    array(select jsonb_populate_record(null::kernel.line, jsonb_build_object('product_id', r.product_id, 'from_location_id', r.location_id,
      'from_account', 'available')) from unnest(reservations) as r), null);
  levels := locked.levels;
  balances := levels.balances;
  versions := levels.versions;

  foreach wish in array reservations loop
    line_no := case when wish.posting_no = legs[cardinality(legs)].posting_no then legs[cardinality(legs)].line_no else 0 end;
    if line.product_id is distinct from wish.product_id then
      first_no := kernel.first_level_index(levels, wish.product_id);
      last_no := kernel.last_level_index(levels, wish.product_id, first_no);
    end if;
    line.product_id := wish.product_id;
    line.from_location_id := wish.location_id;
    line.expired := 'never';
    if first_no < last_no then
      levels.balances := balances;
    end if;
    remaining := wish.wanted;
    foreach i in array kernel.candidate_levels(p_org_id, line, levels, first_no, last_no) loop
      taken := least(balances[i][1], remaining);
      continue when taken = 0;
      remaining := remaining - taken;
      balances[i][1] := balances[i][1] - taken;
      balances[i][2] := balances[i][2] + taken;
      versions[i] := versions[i] + 2;
      line_no := line_no + 1;
      legs := legs || row(wish.posting_no, line_no, wish.entry_no, true, wish.product_id, 'commitment', null,
        'available', levels.location_ids[i], levels.lot_ids[i], versions[i] - 1, balances[i][1],
        'reserved', levels.location_ids[i], levels.lot_ids[i], versions[i], balances[i][2], taken, wish.unit_cost, wish.document_line_id)::kernel.leg;
    end loop;
    if remaining > 0 then
      short_of := short_of || wish.product_id;
      short_at := short_at || wish.location_id;
    end if;
  end loop;
  levels.balances := balances;
  levels.versions := versions;

  insert into stock_commitments (org_id, document_line_id, account, product_id, location_id, lot_id, quantity)
  select p_org_id, l.document_line_id, 'reserved', l.product_id, l.to_location_id, l.to_lot_id, l.quantity from unnest(legs) as l;
  perform kernel.claim_fresh(p_org_id, p_postings, posted);
  results := kernel.write_postings(p_org_id, p_user_ids, p_postings, results, levels, legs,
    array(select row(r.product_id, r.wanted)::kernel.backorder from unnest(reservations) as r));
  if short_of <> '{}' then
    perform kernel.queue_missed_stock(p_org_id, levels, short_of, short_at);
  end if;
  return results;
end $$;
