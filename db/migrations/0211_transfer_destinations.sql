-- It answers a column more now.
drop function if exists app.location_names(uuid);
