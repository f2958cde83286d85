-- The time that business rows, postings and audit rows are stamped with: the clock, except in a sample company whose
-- history is being written (app.sample_time). Simple enough to be inlined: a stamp costs one more lookup of a setting.
create or replace function app.now() returns timestamptz
language sql volatile as $$
  select case when coalesce(current_setting('app.now', true), '') = '' then clock_timestamp() else app.sample_time() end
$$;
