-- Claims the id of one posting permanently. Returns null if it is new, otherwise the stored result. The insert waits
-- for another transaction with the same id, so of thirty identical calls one posts and the others return its result.
-- Refuses idempotency_key_reused if an existing id comes with different content, invalid_posting if there is no id,
-- kind or list of lines.
create or replace function kernel.claim_posting(p_org_id uuid, p_posting jsonb) returns jsonb
language plpgsql as $$
declare
  hash bytea := sha256(convert_to(p_posting::text, 'UTF8'));
  posting_id uuid := p_posting ->> 'id';
begin
  if posting_id is null or p_posting ->> 'kind' is null or jsonb_typeof(p_posting -> 'lines') is distinct from 'array' then
    perform kernel.refuse('invalid_posting', '{"problem": "A posting has an id, a kind and lines."}');
  end if;
  insert into posting_keys (org_id, id, request_hash) values (p_org_id, posting_id, hash) on conflict do nothing;
  if found then
    return null;
  end if;
  if hash <> (select k.request_hash from posting_keys k where k.org_id = p_org_id and k.id = posting_id) then
    perform kernel.refuse('idempotency_key_reused', jsonb_build_object('posting_id', posting_id));
  end if;
  return coalesce(
    (select s.result from stock_postings s where s.org_id = p_org_id and s.id = posting_id), kernel.empty_result(posting_id));
end $$;
