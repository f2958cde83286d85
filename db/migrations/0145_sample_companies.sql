-- A sample company is an organisation of its own, marked when it is made and never afterwards (app.keep_sample_mark).
alter table organizations add column is_sample boolean not null default false;

-- It tells of sample companies from now on: a column more needs a new function.
drop function if exists app.memberships(uuid);
