-- The moment that business rows, postings and audit rows are stamped with: the clock, everywhere but in a sample
-- company whose story is being written (app.story_time). Plain enough to be inlined: a stamp costs one more look at a
-- setting.
create or replace function app.now() returns timestamptz
language sql volatile as $$
  select case when coalesce(current_setting('app.now', true), '') = '' then clock_timestamp() else app.story_time() end
$$;
