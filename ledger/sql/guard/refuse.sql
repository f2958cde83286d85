-- Ends the statement with a refusal: SQLSTATE OH001; the message is a code from contract/errors.ts, the detail a JSON
-- object with the numbers that a person needs to understand it.
create or replace function kernel.refuse(p_code text, p_detail jsonb) returns void
language plpgsql as $$
begin
  raise exception using errcode = 'OH001', message = p_code, detail = p_detail::text;
end $$;
