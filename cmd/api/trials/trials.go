// Package trials holds the trials of whole servers: measurements, servers and databases that are killed under load,
// rehearsals of outages, and upgrades of databases that earlier builds have written. They run the program in processes.
// For another clock a process runs the program's tests, whose TestMain sets it, since no setting changes the clock.
package trials
