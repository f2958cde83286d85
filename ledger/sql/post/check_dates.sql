-- Refuses given times of postings that are before the date until which the books are closed (period_closed), or more
-- than five minutes ahead of the clock (happened_in_future). Locks the organization for share, so closing the books
-- waits for what is being posted into the period.
create or replace function kernel.check_dates(p_org_id uuid, p_postings jsonb) returns jsonb
language plpgsql as $$
declare
  closed_until timestamptz;
begin
  select books_closed_until into closed_until from organizations where org_id = p_org_id for share;
  return coalesce((
    select jsonb_agg(jsonb_build_object('posting_no', p.no, 'code', m.code, 'detail', jsonb_build_object(
      'happened_at', p.posting -> 'happened_at', 'books_closed_until', closed_until)) order by p.no)
    from jsonb_array_elements(p_postings) with ordinality as p (posting, no)
    cross join lateral (select case
      when (p.posting ->> 'happened_at')::timestamptz < closed_until then 'period_closed'
      when (p.posting ->> 'happened_at')::timestamptz > clock_timestamp() + interval '5 minutes' then 'happened_in_future'
      when not isfinite((p.posting ->> 'happened_at')::timestamptz) then 'invalid_posting'
      end) m (code)
    where m.code is not null), '[]');
end $$;
