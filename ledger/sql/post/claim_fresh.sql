-- Claims the ids of the postings at these positions, in the order of the ids. Refuses in_progress if one of them
-- already exists. Waits for another transaction that is posting one of them: a group waits only for
-- limits.groupLockTimeoutMs.
create or replace function kernel.claim_fresh(p_org_id uuid, p_postings jsonb, p_posting_nos integer[]) returns void
language plpgsql as $$
declare
  claimed integer;
begin
  with claim as (
    insert into posting_keys (org_id, id, request_hash)
    select p_org_id, (p.posting ->> 'id')::uuid, sha256(convert_to(p.posting::text, 'UTF8'))
    from (select p_postings -> (n - 1) as posting from unnest(p_posting_nos) as n) p
    order by p.posting ->> 'id'
    on conflict do nothing
    returning id
  )
  select count(*) into claimed from claim;
  if claimed < cardinality(p_posting_nos) then
    perform kernel.refuse('in_progress', '{}');
  end if;
end $$;
