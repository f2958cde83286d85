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
  item jsonb;
  meaning record;
  limits uuid[];
  earlier integer;
begin
  for i in 1 .. jsonb_array_length(p_postings) loop
    continue when p_results -> i - 1 <> 'null';
    limits := kernel.posting_locations(p_postings -> i - 1);
    earlier := cardinality(lines);
    for item in select * from jsonb_array_elements(p_postings -> i - 1 -> 'lines') loop
      line := jsonb_populate_record(null::kernel.line, item);
      line.posting_no := i;
      line.entry_no := coalesce(line.entry_no, cardinality(lines) - earlier + 1);
      line.expired := null;
      line.location_ids := limits;
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
  end loop;
  return lines;
end $$;
