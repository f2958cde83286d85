-- Posts as many as possible of the postings that several people sent at the same moment, each independently, in order.
-- Returns, per posting, its result with the product's figures right after it, {result, on_hand, available, held}, or
-- null if it must be posted alone, in which case it leaves no trace, not even a key. p_user_ids: who makes each
-- posting. The transaction works with all locations; a posting's `location_ids` limit it to its own member's.
--
-- It posts the plain ones: one line of a manual entry, now, at a named location, between `available` and an outside
-- account, without a document, a second lot or a level to create. Most entries are plain, and for a set of them
-- PostgreSQL starts each statement once. It leaves every posting that would be refused to kernel.apply_postings, so
-- that each refusal is decided in one place. It takes its locks in the same order, except that ids are claimed after
-- the levels are locked, because only those of postings that are written are claimed (kernel.claim_fresh).
create or replace function kernel.post_group(p_org_id uuid, p_user_ids uuid[], p_postings jsonb) returns jsonb
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  lines kernel.line[];
  line kernel.line;
  levels kernel.plain_levels;
  availables numeric[];
  versions bigint[];
  changes numeric[];
  posting_nos integer[];
  legs kernel.leg[] := '{}';
  i integer := 0;
  k integer;
  arrives boolean;
begin
  perform kernel.require_organization(p_org_id);
  perform kernel.require_all_locations();
  lines := kernel.plain_lines(p_postings);
  if lines is not null then
    levels := kernel.lock_plain_levels(p_org_id, lines);
    availables := levels.availables;
    versions := levels.versions;
    changes := array_fill(0::numeric, array[coalesce(cardinality(versions), 0)]);
    posting_nos := array_fill(null::integer, array[coalesce(cardinality(versions), 0)]);
    foreach line in array lines loop
      i := i + 1;
      k := levels.level_indexes[i];
      arrives := line.to_account = 'available';
      continue when k is null or arrives and availables[k] + line.quantity >= 1e11 or not arrives and availables[k] < line.quantity;
      availables[k] := availables[k] + case when arrives then line.quantity else -line.quantity end;
      changes[k] := changes[k] + case when arrives then line.quantity else -line.quantity end;
      versions[k] := versions[k] + 1;
      posting_nos[k] := line.posting_no;
      legs := legs || case when arrives then
        row(line.posting_no, 1, line.entry_no, true, line.product_id, line.type, line.reason, line.from_account, null, null, null, null,
          line.to_account, line.location_id, line.lot_id, versions[k], availables[k], line.quantity, levels.unit_costs[i], null)::kernel.leg
      else
        row(line.posting_no, 1, line.entry_no, true, line.product_id, line.type, line.reason, line.from_account, line.location_id, line.lot_id,
          versions[k], availables[k], line.to_account, null, null, null, null, line.quantity, levels.unit_costs[i], null)::kernel.leg
      end;
    end loop;
  end if;
  if legs = '{}' then
    return to_jsonb(array_fill(null::boolean, array[jsonb_array_length(p_postings)]));
  end if;
  perform kernel.claim_fresh(p_org_id, p_postings, array(select l.posting_no from unnest(legs) as l));
  levels.availables := availables;
  levels.versions := versions;
  levels.changes := changes;
  levels.posting_nos := posting_nos;
  return kernel.write_plain(p_org_id, p_user_ids, p_postings, levels, legs);
end $$;
