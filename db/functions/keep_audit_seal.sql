-- Stores a seal of one organization's audit trail with the digests it covers (server/audit-trail/seal-trail.ts makes
-- both). Seals are numbered without gaps and never change. Security definer, because the app may not write seals; a
-- seal proves nothing without its signature.
create or replace function app.keep_audit_seal(p_org_id uuid, p_seal jsonb, p_parts jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_seal_no integer := p_seal ->> 'seal_no';
begin
  perform kernel.require_organization(p_org_id);
  if v_seal_no is distinct from coalesce((select max(s.seal_no) from audit_seals s where s.org_id = p_org_id), 0) + 1 then
    raise exception 'keep_audit_seal: % is not the next seal', v_seal_no;
  end if;
  insert into audit_seals (org_id, seal_no, payload, hash, signature, until_transaction, sealed_at)
  values (
    p_org_id, v_seal_no, p_seal ->> 'payload', decode(p_seal ->> 'hash', 'hex'), p_seal ->> 'signature',
    (p_seal ->> 'until')::xid8, (p_seal ->> 'sealed_at')::timestamptz);
  insert into audit_seal_parts (org_id, seal_no, part_no, source, keys, digests, first_id, last_id)
  select p_org_id, v_seal_no, part.part_no, part.source, part.keys, decode(part.digests, 'hex'), part.first_id, part.last_id
  from jsonb_to_recordset(p_parts) as part (part_no integer, source text, keys text[], digests text, first_id bigint, last_id bigint);
end $$;
