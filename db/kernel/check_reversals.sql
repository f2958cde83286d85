-- Why postings cannot be undone now: one row per posting and reason, none for one that can. Each is judged alone:
-- one that fails may succeed after another was undone. Changes nothing.
create or replace function kernel.check_reversals(p_org_id uuid, p_posting_ids uuid[])
returns table (posting_id uuid, code text, detail jsonb)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  original stock_postings;
  wanted uuid;
begin
  perform kernel.require_organization(p_org_id);
  foreach wanted in array p_posting_ids loop
    posting_id := wanted;
    select * into original from stock_postings s where s.org_id = p_org_id and s.id = wanted;
    code := case when not found then 'not_found' else kernel.reversal_problem(p_org_id, original) end;
    detail := jsonb_build_object('posting_id', wanted);
    if code is not null then
      return next;
      continue;
    end if;
    for code, detail in
      select c.code, c.detail from kernel.check_posting(p_org_id, jsonb_build_array(jsonb_build_object(
        'id', gen_random_uuid(), 'kind', 'reversal', 'lines', kernel.reversed_lines(p_org_id, wanted)))) c
    loop
      return next;
    end loop;
  end loop;
end $$;
