-- Organizations without members are now removed in parts, by a function of the same name that takes their size.
drop function if exists app.remove_abandoned_organization(uuid);
