-- The time that `app.now` is set to, if the session's organization is a sample company; otherwise the clock. So the
-- past of a real organization can't be rewritten, whatever a session sets.
create or replace function app.sample_time() returns timestamptz
language sql volatile as $$
  select coalesce((
    select current_setting('app.now', true)::timestamptz from public.organizations o
    where o.org_id = nullif(current_setting('app.org_id', true), '')::uuid and o.is_sample), clock_timestamp())
$$;
