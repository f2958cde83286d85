-- A person who is new here gets an organization in the time zone of the browser that went to the provider.
alter table auth.provider_flows add column time_zone text;
