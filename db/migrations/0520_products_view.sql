-- How a member wants to see the list of products; null while they never chose.
alter table profiles add column products_view text check (products_view in ('grid', 'table'));
