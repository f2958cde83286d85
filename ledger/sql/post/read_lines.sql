-- Turns the lines of new postings into kernel.line values, in order. A line is one of
--   {type 'in' | 'out', reason, quantity}            a manual entry: the reason determines the accounts
--   {type 'adjustment', quantity signed, not zero}   against the account `adjustment`
--   {count_to, count_from?}                          sets on hand of one location; the difference under the lock
--   {from_account, to_account, quantity | null}      explicit; null: kernel.quantity_for_all
-- Locations and lots: location_id, lot_id (of the inside end), or from_… and to_… if both ends are inside. Units that
-- arrive without a location go to their product's location and into no lot; other missing locations are chosen later.
-- Refuses nothing: an invalid line keeps a null account, and kernel.line_problem refuses it.
create or replace function kernel.read_lines(p_org_id uuid, p_postings jsonb, p_results jsonb) returns kernel.line[]
language plpgsql as $$
declare
  lines kernel.line[] := '{}';
  line kernel.line;
  item record;
  meaning record;
  own uuid[] := app.location_ids();
begin
  for item in
    select p.no::integer as posting_no, l.no::integer as line_no, l.line, p.limits
    from (
      -- kernel.posting_locations is called only where it matters.
      select i.no, i.posting, case when i.posting ? 'location_ids' then kernel.posting_locations(i.posting) else own end as limits
      from jsonb_array_elements(p_postings) with ordinality as i (posting, no)
      where (p_results -> (i.no - 1)::integer <> 'null') is not true
      offset 0
    ) p
    cross join lateral jsonb_array_elements(p.posting -> 'lines') with ordinality as l (line, no)
    order by p.no, l.no
  loop
    line := jsonb_populate_record(null::kernel.line, item.line);
    line.posting_no := item.posting_no;
    line.entry_no := coalesce(line.entry_no, item.line_no);
    line.location_ids := item.limits;
    line.expired := null;
    if line.count_to is not null then
      line.from_account := 'adjustment';
      line.to_account := 'available';
      line.may_unreserve := true;
      line.expired := 'any';
    elsif line.from_account is null and line.type = 'adjustment' then
      line.from_account := case when line.quantity > 0 then 'adjustment' else 'available' end;
      line.to_account := case when line.quantity > 0 then 'available' else 'adjustment' end;
      line.quantity := abs(line.quantity);
      line.expired := 'any';
    elsif line.from_account is null then
      select * into meaning from kernel.reasons() r where r.type = line.type and r.reason = line.reason;
      line.from_account := meaning.from_account;
      line.to_account := meaning.to_account;
      line.may_unreserve := meaning.may_unreserve;
      line.expired := meaning.expired;
    end if;
    lines := lines || kernel.fill_in_line(p_org_id, line);
  end loop;
  return lines;
end $$;
